/** The import table of docs/architecture.md, as data and as a check. */
import { lineAt, type Import, type Node, type Parsed, parse, type SourceFile, walk } from './source.ts';

export interface Layer {
  name: string;
  /** Files of this layer. The first layer that takes a file has it. */
  files: RegExp;
  /** Own files that may be imported. */
  own: RegExp[];
  /** Own files of which only types may be imported. */
  types?: RegExp[];
  /** Packages, `node:…` included. */
  packages: RegExp;
  /** Packages of which only types may be imported. */
  packageTypes?: RegExp;
  /** No clock, randomness, network or browser: the same input always gives the same answer. */
  isPure?: true;
}

const contract = /^src\/contract\//;
const domain = /^src\/domain\//;
const machines = /^machines\//;
const orderCharts = /^machines\/orders\/(?:order|payment|dispute)\.machine\.ts$/;
/** Which states can be counted is read off the chart. */
const checkoutChart = /^machines\/checkout\/checkout\.machine\.ts$/;
const components = /^src\/components\//;
const serverPackages =
  /^(?!node:|hono|@hono\/|drizzle|pg$|pg-boss|pino|@electric-sql\/|nodemailer|jose$|vite$|vite-plugin|@vitejs\/|@valibot\/to-json)/;
const react = '(?:react|react-dom|@mantine\\/[a-z]+|@tabler\\/icons-react|@tanstack\\/react-virtual|uqr)';

const serverHas = (...paths: string[]) => new RegExp(`^src/server/(?:${paths.join('|')})`);
const browserPackages = /^(?!react|@mantine\/|@tanstack\/|@xstate\/|@tabler\/|ky$|maplibre-gl|workbox)/;

/** One room of the server. Every room has the contract, the domain, the platform and the database. */
const room = (
  name: string,
  own: string[],
  more: { files?: RegExp; types?: RegExp[]; also?: RegExp[] } = {},
): Layer => ({
  name: `server/${name}`,
  files: more.files ?? serverHas(`${name}/`),
  own: [contract, domain, serverHas(`${name}/`, 'platform/', 'db/', ...own), ...(more.also ?? [])],
  ...(more.types ? { types: more.types } : {}),
  packages: browserPackages,
});

/**
 * The rooms of the server, lowest first. Only two files know the sandbox, because they put the server
 * together:
 * `http/routes.ts` (its routes) and `services/order-services.ts` (its acquirer).
 */
const serverRooms: Layer[] = [
  room('platform', [], { types: [serverHas('jobs/')] }),
  room('db', ['jobs/queue\\.ts$']),
  room('jobs', []),
  room('providers', []),
  room('backup', []),
  room('tenants', []),
  room('services/catalog', ['jobs/', 'providers/', 'services/people/'], { also: [checkoutChart] }),
  room('services/people', ['jobs/', 'providers/', 'services/catalog/'], {
    types: [serverHas('services/(?:order|payment)/')],
  }),
  room('services/cart', ['jobs/', 'services/(?:catalog|people)/']),
  room('services/order', ['jobs/', 'services/(?:payment|cart|catalog|people)/'], { also: [orderCharts] }),
  room('services/payment', ['jobs/', 'providers/', 'services/(?:order|cart|catalog|people)/'], {
    also: [orderCharts],
  }),
  room('services/ops', ['jobs/', 'services/(?:order|payment|catalog|people)/'], { also: [orderCharts] }),
  {
    ...room('services', ['jobs/', 'sandbox/acquirer\\.ts$'], {
      files: serverHas('services/order-services\\.ts$'),
    }),
    name: 'server/services with the sandbox',
  },
  room('services', ['jobs/']),
  {
    ...room('http', ['services/', 'sandbox/routes\\.ts$'], { files: serverHas('http/routes\\.ts$') }),
    name: 'server/http with the sandbox',
  },
  room('http', ['services/', 'jobs/queue\\.ts$', 'tenants/media-places\\.ts$'], {
    types: [/^src\/shell\/render\.tsx$/],
  }),
  room('sandbox', ['services/', 'http/', 'providers/', 'tenants/']),
  room('commands', ['']),
];

export const layers: Layer[] = [
  { name: 'contract', files: contract, own: [contract], packages: /^valibot$/ },
  {
    name: 'domain',
    files: domain,
    own: [contract, domain],
    packages:
      /^(?:valibot|@brazilian-utils\/brazilian-utils|@turf\/boolean-point-in-polygon|uqr|libphonenumber-js(?:\/min)?)$/,
    isPure: true,
  },
  {
    name: 'machines',
    files: machines,
    own: [contract, domain, machines],
    packages: /^(?:xstate|valibot)$/,
    isPure: true,
  },
  {
    name: 'api',
    files: /^src\/api\//,
    own: [contract, /^src\/api\//],
    packages: /^(?:ky|valibot|@noble\/hashes)$/,
  },
  {
    name: 'actors',
    files: /^src\/actors\//,
    own: [contract, domain, /^src\/api\//, /^src\/actors\//],
    types: [machines],
    packages: /^(?:xstate|valibot|barcode-detector|zxing-wasm)$/,
    packageTypes: /^@stripe\/stripe-js$/,
  },
  {
    name: 'components',
    files: components,
    own: [components, domain, /^src\/contract\/money\.ts$/],
    types: [contract],
    packages: new RegExp(`^${react}$`),
  },
  {
    name: 'screens',
    files: /^src\/screens\//,
    own: [components, contract, domain, /^src\/client\//],
    types: [machines],
    packages: new RegExp(`^(?:${react}|@xstate\\/react|valibot)$`),
    packageTypes: /^xstate$/,
  },
  ...serverRooms,
  {
    name: 'ops',
    files: /^src\/ops\//,
    own: [
      contract,
      domain,
      /^machines\/(?:ops\/|flow-problem\.ts$)/,
      /^src\/(?:api\/|ops\/|shell\/theme\/(?:fonts|tokens)\.css$)/,
      /^src\/components\/(?:brand\.ts|form\/form-error-summary\.tsx|order\/qr-code\.tsx)$/,
      /^src\/client\/forms\/checked-form\.ts$/,
    ],
    types: [/^src\/components\/form\/fields-of\.ts$/],
    packages: new RegExp(`^(?:${react}|xstate|@xstate\\/react|valibot)$`),
  },
  {
    name: 'flows',
    files: /^src\/flows\//,
    own: [
      contract,
      domain,
      machines,
      /^src\/(?:flows\/|api\/|components\/brand\.ts$|client\/(?:trusted-script|refusal-words|shop\/campaign\/campaign-words)\.ts$|shell\/theme\/(?:fonts|tokens)\.css$)/,
    ],
    packages: new RegExp(`^(?:${react}|xstate|@xstate\\/react|elkjs|valibot)$`),
  },
  {
    name: 'build',
    files: /^src\/build\//,
    own: [/^src\/(?:build\/|flows\/copy\/text\.ts$)/, /^machines\/(?:navigation\/screens|book\/note)\.ts$/],
    packages: /^(?:node:.*|vite|terser|valibot)$/,
  },
  { name: 'service worker', files: /^src\/sw/, own: [/^src\/sw-policy\.ts$/], packages: /^workbox-/ },
  {
    name: 'client',
    files: /^src\/client\//,
    own: [
      contract,
      domain,
      machines,
      components,
      /^src\/(?:client\/|actors\/(?:children|photo|products|place\/(?:address-book|freight|hubs|pickup)|scan\/camera|person\/(?:access|alert|code|contact|devices|dialogs|help|inbox|install|intranet|lead|likings|link|privacy|profile|push|sso|survey|ticket)|order\/(?:order-list|order-proof|payer-link|rescheduling|tracking|trade))\.ts$)/,
    ],
    types: [/^src\/api\//, /^src\/actors\//],
    packages: new RegExp(
      `^(?:${react}|xstate|@xstate\\/react|@tanstack\\/react-router|maplibre-gl|valibot)$`,
    ),
  },
  {
    name: 'shell',
    files: /^src\/(?:shell\/|main\.tsx$)/,
    own: [contract, domain, machines, components, /^src\/(?:api|actors|client|shell|screens)\//],
    packages: serverPackages,
  },
];

/** Screens of one area know nothing of another's; each layer knows itself. */
const areaOf = (path: string) => /^src\/screens\/([^/]+)\//.exec(path)?.[1];

function refusal(layer: Layer, path: string, wanted: Import): string | null {
  const { target, isOwn, isTypeOnly, specifier } = wanted;
  if (!isOwn) {
    if (layer.packages.test(target) || (isTypeOnly && layer.packageTypes?.test(target))) return null;
    return `${layer.name} may not import the package ${specifier}`;
  }
  if (areaOf(path) !== undefined && areaOf(path) === areaOf(target)) return null;
  if (layer.own.some((allowed) => allowed.test(target))) return null;
  if (layer.types?.some((allowed) => allowed.test(target)))
    return isTypeOnly ? null : `${layer.name} may import only types from ${specifier}`;
  return `${layer.name} may not import ${specifier}`;
}

const OUTSIDE = new Set([
  'window',
  'localStorage',
  'sessionStorage',
  'navigator',
  'performance',
  'crypto',
  'indexedDB',
]);
const nameOf = (node: unknown) =>
  node && typeof node === 'object' && 'name' in node && typeof node.name === 'string' ? node.name : '';

/** What a pure layer must be handed instead of taking it: time, chance, network, browser. */
function impurity(node: Node): string | null {
  if (
    node.type === 'NewExpression' &&
    nameOf(node['callee']) === 'Date' &&
    (node['arguments'] as unknown[]).length === 0
  )
    return 'new Date()';
  if (
    node.type === 'CallExpression' &&
    ['fetch', 'setTimeout', 'setInterval', 'Date'].includes(nameOf(node['callee']))
  )
    return `${nameOf(node['callee'])}()`;
  if (node.type !== 'MemberExpression') return null;
  const name = `${nameOf(node['object'])}.${nameOf(node['property'])}`;
  return name === 'Date.now' || name === 'Math.random' || OUTSIDE.has(nameOf(node['object'])) ? name : null;
}

function faultsOf({ file, imports, program }: Parsed): string[] {
  const faults: string[] = [];
  const layer = layers.find(({ files }) => files.test(file.path));
  if (!layer) return [`${file.path}: no layer of the import table has this file`];
  for (const wanted of imports) {
    const reason = refusal(layer, file.path, wanted);
    if (reason) faults.push(`${file.path}: ${reason}`);
    if (
      wanted.target === '@tanstack/react-router' &&
      wanted.names.includes('Link') &&
      !file.path.endsWith('/screen-link.tsx')
    ) {
      faults.push(`${file.path}: only ScreenLink may import the router's Link, because links ask the chart`);
    }
  }
  if (layer.isPure) {
    walk(program, (node) => {
      const what = impurity(node);
      if (what)
        faults.push(
          `${file.path}:${lineAt(file.text, node.start)}: ${layer.name} may not use ${what}; it comes in as input, event or delay`,
        );
    });
  }
  return faults;
}

/**
 * Every break of the table, and which layers had no file at all. Tests and tools at the root are not layers.
 */
export function checkBoundaries(files: SourceFile[]): { faults: string[]; seen: Map<string, number> } {
  const seen = new Map(layers.map(({ name }) => [name, 0]));
  const faults: string[] = [];
  for (const file of files) {
    if (!/^(?:src|machines)\//.test(file.path) || file.path.endsWith('.mjs')) continue;
    const name = layers.find((layer) => layer.files.test(file.path))?.name;
    if (name) seen.set(name, (seen.get(name) ?? 0) + 1);
    faults.push(...faultsOf(parse(file)));
  }
  return { faults, seen };
}

import { brandCss } from '#shell/theme/palette.ts';
import { LOADER, PRIVATE_LOADER } from './loader.ts';
import { criticalCssOf } from './critical-css.ts';
import { type Faces, facesIn } from './faces.ts';
import { remembered } from './remembered.ts';
import type { TenantView } from '#client/tenant.ts';

/** A chunk of Vite's manifest.json. */
interface Chunk {
  file: string;
  src?: string;
  imports?: string[];
}
export type Manifest = Record<string, Chunk>;

export interface Head {
  title: string;
  description: string;
  /** Path of the page that search engines should know. */
  canonical: string;
  image: string | null;
  /** Not for search engines: private pages, and pages that are not there. */
  hidden: boolean;
}

/** As a policy wants them: of inline styles and of the inline script. */
export interface InlineHashes {
  style: string;
  script: string;
}

export interface DocumentInput {
  tenant: TenantView;
  origin: string;
  head: Head;
  /** Source files whose chunks and styles the first screen needs, besides the entry. */
  files: readonly string[];
  html: string;
  /** What the browser goes on from; written as JSON, never run. */
  data: unknown;
  /** Null in development: Vite adds its own. */
  manifest: Manifest | null;
  /** The text of a built file. */
  asset: (file: string) => string | null;
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
/** Text as a page may hold it, in an attribute too. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
/** JSON inside a script element: `<` could end it, U+2028 and U+2029 are line ends to old parsers. */
export const inlineJson = (data: unknown): string =>
  JSON.stringify(data).replace(
    /[<\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const ENTRY = 'index.html';
/** Of all screens: `cssCodeSplit` in vite.config.ts. */
const SHEET = 'style.css';
/** Their rules: `src/build/faces.ts`. */
const FACES = '.vite/faces.css';

/** All chunks that `keys` need, themselves first. */
function chunksOf(manifest: Manifest, keys: readonly string[]): Chunk[] {
  const seen = new Set<string>();
  const visit = (key: string): Chunk[] => {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) return [];
    seen.add(key);
    return [chunk, ...(chunk.imports ?? []).flatMap(visit)];
  };
  return keys.flatMap(visit);
}

/**
 * Moves `style` attributes into the page's one style sheet: a policy that forbids inline styles forbids the
 * attribute too.
 */
function withoutStyleAttributes(html: string): { html: string; css: string } {
  const rules = new Map<string, number>();
  const plain = html.replace(/ style="([^"]*)"/g, (_, declarations: string) => {
    if (!rules.has(declarations)) rules.set(declarations, rules.size);
    return ` data-s="${rules.get(declarations)}"`;
  });
  const unescaped = (text: string) =>
    text
      .replace(/&quot;/g, '"')
      .replace(/&#x27;/g, "'")
      .replace(/&amp;/g, '&')
      .replace(/[<>{}]/g, '');
  return {
    html: plain,
    css: [...rules]
      .map(([declarations, index]) => `[data-s="${index}"][data-s]{${unescaped(declarations)}}`)
      .join(''),
  };
}

/** Texts whose hashes are remembered: the loader, and the styles of each kind of page. */
const TEXTS = 300;
/** As a policy names it. */
export const sha256 = remembered(TEXTS, async (text) => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`;
});

/** Pictures that an answer names in its header; those of a first screen. */
const NAMED = 4;
/**
 * Takes out what React says first about pictures: the page's element begins with the page. A picture of one
 * file is named in the header, which a proxy may send before the page (103); one of several in the head.
 */
function withoutHints(html: string): { html: string; hints: string; link: string } {
  const hints = /^(?:<link rel="preload"[^>]*>)+/.exec(html)?.[0] ?? '';
  const plain = [...hints.matchAll(/<\w+ rel="preload" as="image" href="([^"&]+)"[^>]*>/g)].slice(0, NAMED);
  return {
    html: html.slice(hints.length),
    hints: plain.reduce((rest, [tag]) => rest.replace(tag, ''), hints),
    link: plain.map(([, href]) => `<${href}>;rel=preload;as=image`).join(','),
  };
}

/** Sheets that were read: the one of a build, and those of tests. */
const SHEETS = 2;
const criticalOf = remembered(SHEETS, criticalCssOf);
const facesOf = remembered(SHEETS, facesIn);

/** Of the one sheet those rules that the elements of a page need, and the faces of the shop. */
export function stylesOf(
  html: string,
  manifest: Manifest | null,
  asset: DocumentInput['asset'],
): { css: string; faces: Faces } {
  const text = asset(manifest?.[SHEET]?.file ?? '');
  const faces = facesOf(asset(FACES) ?? '');
  return { css: text ? faces.fallbacks + criticalOf(text)(html) : '', faces };
}

/**
 * The tags that load script and styles: of the one sheet those rules that the page's own elements need are
 * inlined, so that nothing stands between it and its first paint. The sheet itself comes with the script.
 */
function loading(
  files: readonly string[],
  html: string,
  manifest: Manifest,
  asset: DocumentInput['asset'],
  loader: string,
): { scripts: string; sheets: string; css: string; faces: Faces } {
  const chunks = chunksOf(manifest, [ENTRY, ...files]);
  const sheet = manifest[SHEET]?.file ?? '';
  const text = asset(sheet);
  const font = Object.values(manifest).find(({ file }) => /figtree-pt.*\.woff2$/.test(file));
  const [entry, ...rest] = chunks;
  const below = chunksOf(manifest, entry?.imports ?? []);
  const hrefs = (chunks: readonly Chunk[]) => chunks.map(({ file }) => `/${file}`).join(' ');
  return {
    ...stylesOf(html, manifest, asset),
    // Without `rel` until the loader gives it: a browser that looks ahead fetches a disabled sheet all the same.
    sheets: `<link ${text === null ? 'rel="stylesheet"' : 'data-sheet'} href="/${sheet}">`,
    scripts: entry
      ? `<script id="go" data-face="${font ? `/${font.file}` : ''}" data-now="${hrefs(below)}" data-next="${hrefs(rest.filter((chunk) => !below.includes(chunk)))}" data-entry="/${entry.file}">${loader}</script>`
      : '',
  };
}

/**
 * The whole page as text.
 * @returns `hashes` for the Content-Security-Policy: of the page's inline styles (two before and after its
 * sheet, two of faces) and of the loader, the one script in it; `link` for the header of that name (RFC 8288)
 */
export async function documentOf({
  tenant,
  origin,
  head,
  files,
  html,
  data,
  manifest,
  asset,
}: DocumentInput): Promise<{ body: string; hashes: InlineHashes; link: string }> {
  const page = withoutHints(html);
  const loader = head.hidden ? PRIVATE_LOADER : LOADER;
  const { scripts, sheets, css, faces } = manifest
    ? loading(files, page.html, manifest, asset, loader)
    : { scripts: '<script type="module" src="/main.tsx"></script>', sheets: '', css: '', faces: facesIn('') };
  const moved = manifest ? withoutStyleAttributes(page.html) : { html: page.html, css: '' };
  // What the sheet says of these it says as a default: they come after it.
  const own = `:root{${brandCss(tenant.palette)}}${moved.css}`;
  const { title, description, canonical, image, hidden } = head;
  const meta = (name: string, content: string) => `<meta name="${name}" content="${escaped(content)}">`;
  const open = (name: string, content: string) =>
    `<meta property="og:${name}" content="${escaped(content)}">`;
  const address = `${origin}${canonical}`;
  const picture = image ?? tenant.logo.mark;
  const body = [
    `<!doctype html><html lang="pt-BR" data-brand="" data-display="${escaped(tenant.displayFont)}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">',
    `<title>${escaped(title)}</title>`,
    meta('description', description),
    hidden ? meta('robots', 'noindex') : `<link rel="canonical" href="${escaped(address)}">`,
    meta('theme-color', tenant.palette.primary),
    hidden
      ? ''
      : [
          open('type', 'website'),
          open('site_name', tenant.partner),
          open('locale', 'pt_BR'),
          open('title', title),
          open('description', description),
          open('url', address),
          open('image', new URL(picture, origin).href),
        ].join(''),
    `<link rel="icon" href="${escaped(tenant.logo.mark)}"><link rel="apple-touch-icon" href="/apple-touch-icon.png"><link rel="manifest" href="/manifest.webmanifest">`,
    // Half a page is not painted: what comes after would move it. All that is seen comes in the first flight.
    '<link rel="expect" href="#go" blocking="render">',
    `<style>${css}</style>${sheets}<style>${own}</style>`,
    // The loader says when.
    manifest
      ? `<style media="not all">${faces.text}</style><style media="not all">${faces.display}</style>`
      : '',
    page.hints,
    // After the markup: a script in front of it is an empty frame, drawn before the first that shows something.
    `</head><body><div id="root">${moved.html}</div>${scripts}<script type="application/json" id="page">${inlineJson(data)}</script></body></html>`,
  ].join('');
  const styles = await Promise.all([css, own, faces.text, faces.display].map(sha256));
  const hashes = { style: styles.join(' '), script: await sha256(loader) };
  return { body, hashes, link: page.link };
}

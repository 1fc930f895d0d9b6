import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

const here = path.resolve(import.meta.dirname, '../..');

type IconNode = [tag: string, attributes: Record<string, string>];
/**
 * One path instead of the four that an icon is drawn with: fewer elements for the phone, and fewer letters.
 */
function joined(nodes: IconNode[]): IconNode[] {
  const bare = nodes.map(([tag, { key: _, ...attributes }]): IconNode => [tag, attributes]);
  const isPlain = bare.every(
    ([tag, { d, ...others }]) => tag === 'path' && d?.startsWith('M') && Object.keys(others).length === 0,
  );
  return isPlain ? [['path', { d: bare.map(([, { d }]) => d).join('') }]] : bare;
}

/**
 * Each icon from its own file: the package's index names six thousand, which a build reads for nothing and
 * cannot divide among chunks.
 */
export const icons: Plugin = {
  name: 'icons',
  enforce: 'pre',
  load(asked) {
    const id = asked.replace(/\?.*$/, '');
    const name = /@tabler\/icons-react\/dist\/esm\/icons\/(Icon\w+)\.mjs$/.exec(id)?.[1];
    const text = name && readFileSync(id, 'utf8');
    const nodes = text && /^const __iconNode = (.*);$/m.exec(text)?.[1];
    const type = text && /createReactComponent\("(\w+)"/.exec(text)?.[1];
    if (!nodes || !type) return null;
    const drawn = JSON.parse(nodes) as IconNode[]; // written by the package's own build
    return `import { iconOf } from ${JSON.stringify(path.join(here, 'src/components/product/icon-of.ts'))}; export default /* @__PURE__ */ iconOf('${type}', ${JSON.stringify(type === 'outline' ? joined(drawn) : drawn)});`;
  },
  transform(code, id) {
    if (!id.endsWith('.tsx') && !id.endsWith('.ts')) return null;
    const folder = '@tabler/icons-react/dist/esm/icons';
    const single = (name: string) =>
      existsSync(path.join(here, 'node_modules', folder, `${name}.mjs`))
        ? `import ${name} from '${folder}/${name}.mjs';`
        : `import { ${name} } from '@tabler/icons-react';`;
    const direct = code.replace(/import \{([^}]+)\} from '@tabler\/icons-react';/g, (_, names: string) =>
      (names.match(/\w+/g) ?? []).map(single).join(''),
    );
    return direct === code ? null : { code: direct, map: null };
  },
};

import { describe, expect, it } from 'vitest';
import { type Node, parse, type SourceFile, sourceFiles, walk } from '../tools/source.ts';

/** Source: definitions, "Environment (nothing else is read)". */
const ENVIRONMENT = new Set(
  `PORT HOST DATA_DIR DATABASE_URL DATABASE_ADMIN_URL SANDBOX PUBLIC_URL TRUST_PROXY SECRET_KEYS SMTP_URL MAIL_FROM SMS_URL SMS_TOKEN PIX_KEY PIX_NAME
  PIX_CITY PIX_PROVIDER PIX_WEBHOOK_SECRET CEP_URL MAP_STYLE_URL VAPID_PUBLIC_KEY VAPID_PRIVATE_KEY LOG_LEVEL NODE_ENV CHROMIUM`.split(
    /\s+/,
  ),
);
const READERS = /^(?:src\/server\/(?:platform\/env|commands\/[a-z-]+)\.ts|tests\/.*|vite\.config\.ts)$/;
/** The system's own, which tests hand on to programs that they start. */
const SYSTEM = new Set(['PATH', 'TMPDIR', 'HOME']);

const name = (node: unknown) => {
  const { name: identifier, value } = (node ?? {}) as { name?: unknown; value?: unknown };
  return typeof identifier === 'string' ? identifier : typeof value === 'string' ? value : '';
};
const isEnvironment = (node: unknown) => {
  const { type, object, property } = (node ?? {}) as Node;
  return type === 'MemberExpression' && name(object) === 'process' && name(property) === 'env';
};

function faultsIn(file: SourceFile): string[] {
  const faults: string[] = [];
  // A tree of every file is seconds, and most name no such thing.
  if (!/\benv\b/.test(file.path + file.text)) return faults;
  walk(parse(file).program, (node) => {
    if (isEnvironment(node) && !READERS.test(file.path)) faults.push(`${file.path} reads the environment`);
    const read =
      node.type === 'MemberExpression' && isEnvironment(node['object']) ? name(node['property']) : null;
    if (read && !ENVIRONMENT.has(read) && !(file.path.startsWith('tests/') && SYSTEM.has(read)))
      faults.push(`${file.path} reads ${read}`);
    // src/server/platform/env.ts describes the variables as keys of one schema.
    const key =
      file.path === 'src/server/platform/env.ts' && node.type === 'Property' ? name(node['key']) : '';
    if (/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/.test(key) && key.length > 2 && !ENVIRONMENT.has(key))
      faults.push(`${file.path} describes ${key}`);
  });
  return faults;
}

describe('the environment', () => {
  it('is read in one place and holds nothing that is not documented', async () => {
    const files = await sourceFiles();
    expect(files.some(({ path }) => path === 'src/server/platform/env.ts')).toBe(true);
    expect(files.flatMap(faultsIn)).toEqual([]);
  });

  it.each([
    ['src/server/http/app.ts', 'export const port = process.env.PORT;'],
    ['src/server/platform/env.ts', `export const key = process.env['API_KEY'];`],
    ['src/server/platform/env.ts', 'export const schema = { PORT: 1, API_KEY: 2 };'],
    ['src/shell/shell.tsx', 'const { PORT } = process.env;'],
  ])('reports in %s: %s', (path, text) => {
    expect(faultsIn({ path, text }).length).toBeGreaterThan(0);
  });
});

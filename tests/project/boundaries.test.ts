import { describe, expect, it } from 'vitest';
import { checkBoundaries, layers } from '../tools/boundaries.ts';
import { sourceFiles } from '../tools/source.ts';

const files = await sourceFiles();
const faultsIn = (path: string, text: string) => checkBoundaries([{ path, text }]).faults;

describe('who may import what', () => {
  const { faults, seen } = checkBoundaries(files);

  it('holds in every source file', () => {
    expect(faults).toEqual([]);
  });

  it.each(layers.map(({ name }) => name))('saw files of %s', (name) => {
    expect(seen.get(name)).toBeGreaterThan(0);
  });

  it('names only what is there', () => {
    const idle = layers.flatMap(({ name, own, types = [] }) =>
      [...own, ...types]
        .filter((allowed) => !files.some(({ path }) => allowed.test(path)))
        .map((allowed) => `${name}: ${allowed.source}`),
    );
    expect(idle).toEqual([]);
  });

  it.each([
    ['machines/cart/cart.machine.ts', `import { useState } from 'react';`],
    ['machines/cart/cart.machine.ts', `export const at = Date.now();`],
    ['machines/cart/cart.machine.ts', `const load = () => import('#api/cart.ts');`],
    ['src/domain/money/money.ts', `export { cartMachine } from '#machines/cart/cart.machine.ts';`],
    ['src/domain/money/money.ts', `export const luck = () => Math.random();`],
    ['src/contract/order/order.ts', `import { total } from '#domain/money/money.ts';`],
    ['src/components/layout/card.tsx', `import type { CartMachine } from '#machines/cart/cart.machine.ts';`],
    ['src/screens/cart/cart-screen.tsx', `import { Tile } from '../catalog/tile.tsx';`],
    ['src/screens/cart/cart-screen.tsx', `import { cartMachine } from '#machines/cart/cart.machine.ts';`],
    ['src/screens/cart/cart-screen.tsx', `import { Link } from '@tanstack/react-router';`],
    ['src/client/links.ts', `import { components } from '#shell/screens.tsx';`],
    ['src/client/frame-parts.ts', `import type { Bars } from '#shell/page/frame.tsx';`],
    ['src/shell/shell.tsx', `import { Link } from '@tanstack/react-router';`],
    ['src/shell/shell.tsx', `import { env } from '#server/platform/env.ts';`],
    ['src/shell/shell.tsx', `type Env = import('#server/platform/env.ts').Env;`],
    ['src/server/http/app.ts', `import { cartMachine } from '#machines/cart/cart.machine.ts';`],
    ['src/server/http/app.ts', `import { createElement } from 'react';`],
    ['src/server/http/app.ts', `import { orderMachine } from '#machines/orders/order.machine.ts';`],
    ['src/server/platform/log.ts', `import { createJobs } from '#server/jobs/jobs.ts';`],
    ['src/server/platform/log.ts', `import type { App } from '#server/http/app-env.ts';`],
    ['src/server/db/open.ts', `import { writeBackup } from '#server/backup/backup.ts';`],
    ['src/server/db/open.ts', `import type { Pace } from '#server/backup/backup.ts';`],
    ['src/server/db/open.ts', `import { createJobs } from '#server/jobs/jobs.ts';`],
    ['src/server/jobs/jobs.ts', `import { createServices } from '#server/services/services.ts';`],
    ['src/server/providers/cep.ts', `import type { Jobs } from '#server/jobs/jobs.ts';`],
    ['src/server/backup/backup.ts', `import { readTenant } from '#server/tenants/read.ts';`],
    [
      'src/server/tenants/import.ts',
      `import type { SessionService } from '#server/services/people/session/session.ts';`,
    ],
    ['src/server/tenants/export.ts', `import { mediaFolders } from '#server/http/media.ts';`],
    [
      'src/server/services/catalog/place.ts',
      `import { priceLines } from '#server/services/cart/pricing.ts';`,
    ],
    [
      'src/server/services/people/code/code.ts',
      `import { orderLife } from '#server/services/order/life/order-life.ts';`,
    ],
    ['src/server/services/people/code/code.ts', `import { answerProblem } from '#server/http/problem.ts';`],
    [
      'src/server/services/cart/cart.ts',
      `import type { OrderLife } from '#server/services/order/life/order-life.ts';`,
    ],
    ['src/server/services/order/order.ts', `import { sandboxAcquirer } from '#server/sandbox/acquirer.ts';`],
    ['src/server/services/order/order.ts', `import { cartMachine } from '#machines/cart/cart.machine.ts';`],
    [
      'src/server/services/payment/saved-card.ts',
      `import { sandboxAcquirer } from '#server/sandbox/acquirer.ts';`,
    ],
    ['src/server/services/payment/saved-card.ts', `import type { App } from '#server/http/app-env.ts';`],
    ['src/server/services/order-services.ts', `import { sandboxRoutes } from '#server/sandbox/routes.ts';`],
    ['src/server/services/services.ts', `import { sandboxAcquirer } from '#server/sandbox/acquirer.ts';`],
    ['src/server/http/routes.ts', `import { sandboxAcquirer } from '#server/sandbox/acquirer.ts';`],
    ['src/server/http/app.ts', `import { sandboxRoutes } from '#server/sandbox/routes.ts';`],
    ['src/server/http/app.ts', `import { keepBackups } from '#server/backup/backup.ts';`],
    ['src/server/sandbox/reset.ts', `import { main } from '#server/commands/main.ts';`],
    ['src/server/commands/main.ts', `import { cartMachine } from '#machines/cart/cart.machine.ts';`],
    ['src/build/screens.ts', `import { cartMachine } from '#machines/cart/cart.machine.ts';`],
    ['src/elsewhere/thing.ts', `export const thing = 1;`],
  ])('refuses in %s: %s', (path, text) => {
    expect(faultsIn(path, text).length).toBeGreaterThan(0);
  });

  it.each([
    [
      'src/screens/cart/cart-screen.tsx',
      `import type { CartMachine } from '#machines/cart/cart.machine.ts'; import { Line } from './line.tsx';`,
    ],
    [
      'src/server/services/order/order.ts',
      `import { orderMachine } from '#machines/orders/order.machine.ts'; import { and } from 'drizzle-orm';`,
    ],
    ['src/client/screen-link.tsx', `import { Link } from '@tanstack/react-router';`],
    [
      'machines/cart/cart.machine.ts',
      `import { setup } from 'xstate'; export const day = (at: number) => new Date(at);`,
    ],
  ])('allows in %s: %s', (path, text) => {
    expect(faultsIn(path, text)).toEqual([]);
  });
});

describe('the shape of the sources', () => {
  it('has no file longer than 300 lines', () => {
    expect(files.length).toBeGreaterThan(20);
    // Rows of the specification are data.
    const counted = files.filter(({ path }) => !path.startsWith('tests/tools/coverage/'));
    const long = counted.flatMap(({ path, text }) => {
      const lines = text.trimEnd().split('\n').length;
      return lines > 300 ? [`${path}: ${lines}`] : [];
    });
    expect(long).toEqual([]);
  });

  it('names its files in kebab-case', () => {
    expect(
      files
        .map(({ path }) => path)
        .filter((path) => !/^(?:[a-z0-9.-]+\/)*[a-z0-9]+(?:[.-][a-z0-9]+)*$/.test(path)),
    ).toEqual([]);
  });

  it('has no barrel', () => {
    expect(files.map(({ path }) => path).filter((path) => /\/index\.tsx?$/.test(path))).toEqual([]);
  });
});

import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Role } from '#contract/ops/role.ts';
import { DeskProvider } from '../../src/ops/context.tsx';
import { OrderTable } from '../../src/ops/parts/order-table.tsx';
import { boardOf, staff } from '../machines/ops/ops-samples.ts';

/** An actor that only stands there. */
const standing = (snapshot: Record<string, unknown>) => ({
  getSnapshot: () => snapshot,
  subscribe: () => ({ unsubscribe: () => undefined }),
  send: () => undefined,
});
function drawn(role: Role) {
  const content = boardOf(1).columns[0]?.cards;
  const read = { content, page: 0, totalPages: 1, totalElements: 1, hidden: 0 };
  const table = standing({ context: { table: read, problem: null }, hasTag: () => false });
  const moves = standing({ context: { chosen: [] }, can: () => true });
  const desk = standing({
    context: { me: staff(role), place: { screen: 'board', id: null, search: {} } },
    children: { shift: standing({}), moves, money: standing({}) },
  });
  return renderToStaticMarkup(
    <MantineProvider>
      <DeskProvider value={{ ops: standing({}), desk } as never}>
        <OrderTable table={table as never} now="2026-11-21T12:10:00.000Z" />
      </DeskProvider>
    </MantineProvider>,
  );
}

describe('the table of orders', () => {
  it('is a table to whoever hears it also where each row stands as a block, and says what each value is', () => {
    const html = drawn('OWNER');
    const roles = (role: string) => html.split(`role="${role}"`).length - 1;
    expect([roles('table'), roles('row'), roles('columnheader'), roles('cell')]).toEqual([1, 2, 8, 8]);
    expect([...html.matchAll(/data-name="([^"]+)"/g)].map(([, name]) => name)).toEqual([
      'Situação',
      'Pessoa',
      'Janela ou lugar',
      'Ponto',
      'Desde',
      'Valor',
    ]);
  });
  it('has boxes to choose with for those alone who may move something', () => {
    expect(Role.options.filter((role) => drawn(role).includes('type="checkbox"'))).toEqual([
      'OWNER',
      'OPERATOR',
      'SUPPORT',
    ]);
  });
});

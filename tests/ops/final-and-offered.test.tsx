import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { OpsEvent } from '#contract/ops/orders.ts';
import { Role } from '#contract/ops/role.ts';
import { mayMove } from '#domain/ops/roles.ts';
import { DeskProvider } from '../../src/ops/context.tsx';
import { Card } from '../../src/ops/parts/card.tsx';
import { MoveForm } from '../../src/ops/parts/event-buttons.tsx';
import { FINAL } from '../../src/ops/parts/final.ts';
import { StaffChange, type changes } from '../../src/ops/parts/staff-change.tsx';
import { boardOf, movable } from '../machines/ops/ops-samples.ts';

/** An actor that only stands there. */
const standing = (snapshot: Record<string, unknown>) => ({
  getSnapshot: () => snapshot,
  subscribe: () => ({ unsubscribe: () => undefined }),
  send: () => undefined,
});
const drawn = (node: ReactNode, children: Record<string, unknown> = {}) => {
  const shift = standing({});
  const desk = standing({ children: { shift, moves: shift, money: shift, ...children } });
  return renderToStaticMarkup(
    <MantineProvider>
      <DeskProvider value={{ ops: standing({}), desk } as never}>{node}</DeskProvider>
    </MantineProvider>,
  );
};
/** The colour of the button with these words. */
const isRed = (html: string, words: string): boolean => {
  const button = html.match(/<button.*?<\/button>/gs)?.find((one) => one.includes(words));
  expect(button).toBeDefined();
  return (
    button?.includes(`background:${FINAL.color}`) || button?.includes(`--button-bg:${FINAL.color}`) || false
  );
};

describe('what no press takes back', () => {
  const asked = (type: keyof typeof changes) =>
    drawn(<StaffChange />, {
      office: standing({
        context: { ask: { type, id: '1' }, staff: [{ id: '1', name: 'Rui' }], problem: null, done: null },
        children: {},
        can: () => true,
        hasTag: () => false,
      }),
    });
  const form = (event: OpsEvent) =>
    drawn(<MoveForm event={event} targets={[movable(1)]} send={() => undefined} onDone={() => undefined} />);
  it('is a red button: who leaves the staff, whose second factor is gone, an order that is canceled', () => {
    expect(isRed(asked('remove'), 'Tirar da equipe')).toBe(true);
    expect(isRed(asked('resetFactors'), 'Zerar segundo fator')).toBe(true);
    expect(isRed(form('order.canceled'), 'Cancelar pedido')).toBe(true);
  });
  it('is nothing else', () => {
    expect(isRed(asked('endSessions'), 'Encerrar sessões')).toBe(false);
    expect(isRed(asked('remove'), 'Voltar')).toBe(false);
    expect(isRed(form('order.shipped'), 'Despachar')).toBe(false);
  });
});

describe('to hand over without the code', () => {
  it('weighs less than the way by the code, beside which it stands', () => {
    const html = drawn(
      <MoveForm
        event="order.delivered"
        targets={[movable(1, { state: 'READY_FOR_PICKUP' })]}
        send={() => undefined}
        onDone={() => undefined}
      />,
    );
    expect(/<button[^>]*data-variant="light"[^>]*type="submit"/.test(html)).toBe(true);
  });
});

describe('a box to choose an order with', () => {
  const card = (isOffered: boolean) =>
    boardOf(1).columns[0]?.cards.map((one) =>
      drawn(
        <Card
          key={one.childId}
          card={one}
          age="1 min"
          isRinging={false}
          isAttention={false}
          isChosen={false}
          isOffered={isOffered}
          canChoose
          canMove
        />,
      ),
    )[0];
  it('stands where something may be moved, and nowhere else', () => {
    expect(card(true)).toContain('checkbox');
    expect(card(false)).not.toContain('checkbox');
    expect(Role.options.filter(mayMove)).toEqual(['OWNER', 'OPERATOR', 'SUPPORT']);
  });
});

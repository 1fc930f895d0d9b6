import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { DeskProvider } from '../../src/ops/context.tsx';
import { AuditText } from '../../src/ops/parts/audit-text.tsx';
import { childOf } from '../machines/ops/ops-samples.ts';

const standing = {
  getSnapshot: () => ({ children: { shift: {}, moves: {}, money: {} } }),
  subscribe: () => ({ unsubscribe: () => undefined }),
};
const drawn = (more: { orderId?: string }) =>
  renderToStaticMarkup(
    <MantineProvider>
      <DeskProvider value={{ ops: standing, desk: standing } as never}>
        <AuditText
          entry={{
            id: childOf(1),
            at: '2026-11-21T12:00:00.000Z',
            actor: 'Rui',
            action: 'order.event',
            target: '7K3MZZZZZZZZ0001',
            data: { type: 'order.delivered' },
            ...more,
          }}
        />
      </DeskProvider>
    </MantineProvider>,
  ).replace(/<style.*<\/style>/s, '');

it('leads from what somebody did to the order that it names', () => {
  expect(drawn({ orderId: childOf(2) })).toBe(
    `Pedido <a href="/ops/orders/${childOf(2)}">7K3M-ZZZZ-ZZZZ-0001</a>: Entregue`,
  );
  expect(drawn({})).toBe('Pedido 7K3M-ZZZZ-ZZZZ-0001: Entregue');
});

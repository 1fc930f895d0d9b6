import { useMachine } from '@xstate/react';
import { createElement as h } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { assign, setup } from 'xstate';
import { Shelf } from './shelf.ts';

const cart = setup({
  types: { context: {} as { counts: Record<number, number> }, events: {} as { type: 'added'; id: number } },
}).createMachine({
  context: { counts: {} },
  on: {
    added: {
      actions: assign({
        counts: ({ context, event }) => ({
          ...context.counts,
          [event.id]: (context.counts[event.id] ?? 0) + 1,
        }),
      }),
    },
  },
});

function App() {
  const [{ context }, send] = useMachine(cart);
  return h(Shelf, { counts: context.counts, add: (id) => send({ type: 'added', id }) });
}

const root = document.getElementById('root');
if (root) hydrateRoot(root, h(App));

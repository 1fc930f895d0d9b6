import { assign, sendTo, setup } from 'xstate';
import { Role } from '#contract/ops/role.ts';
import type { Me } from '#contract/ops/session.ts';
import { may } from '#domain/ops/roles.ts';
import { fromEvent } from '#machines/port.ts';
import { handoverMachine } from './handover.machine.ts';
import { moneyMachine } from './money.machine.ts';
import { type OrdersMoved, movesMachine } from './moves.machine.ts';
import { officeMachine } from './office.machine.ts';
import { opsOrderMachine } from './order.machine.ts';
import { pausesMachine } from './pauses.machine.ts';
import { revealMachine } from './reveal.machine.ts';
import {
  type DeskPlace,
  type DeskRequest,
  type DeskScreen,
  deskScreenIds,
  needsId,
  opens,
  placeOf,
} from './screens.ts';
import { type BoardChanged, shiftMachine } from './shift.machine.ts';
import { tableMachine } from './table.machine.ts';

export interface DeskContext {
  me: Me;
  place: DeskPlace;
  /** the screen that this person's role does not open */
  refused: DeskScreen | null;
  /** screens that were asked for: a key of a chart that lives as long as its screen names its visit */
  visit: number;
}
export type DeskEvent = DeskRequest | OrdersMoved | BoardChanged;

interface Opening {
  guard: { type: 'isOpen'; params: { screen: DeskScreen } };
  target: `.${DeskScreen}`;
  actions: 'go';
}
type Ways = [Omit<Opening, 'guard'>] | [Opening, { target: '.today'; actions: 'refuse' }];
/** Each screen from everywhere, by its own event; what a role does not open leads to the first one and says so. */
const requests = Object.fromEntries(
  deskScreenIds.map((screen): [string, Ways] => {
    const way = { target: `.${screen}`, actions: 'go' } as const;
    const guard = { type: 'isOpen', params: { screen } } as const;
    const isForAll = Role.options.every((role) => opens(role, screen));
    return [
      `asked.${screen}`,
      isForAll
        ? [way]
        : [
            { guard, ...way },
            { target: '.today', actions: 'refuse' },
          ],
    ];
  }),
  // fromEntries forgets its keys
) as Record<DeskRequest['type'], Ways>;

/**
 * The desk of whoever runs a shop: its screens are its states. The shift, the moves and the money live as long as the
 * sign-in; the others as long as their screen. Source: operator's design §2, §3; decision 119.
 */
export const deskMachine = setup({
  types: {
    input: {} as { me: Me; place: DeskPlace },
    context: {} as DeskContext,
    events: {} as DeskEvent,
    children: {} as {
      shift: 'shift';
      moves: 'moves';
      money: 'money';
      pauses: 'pauses';
      table: 'table';
      order: 'order';
      reveal: 'reveal';
      handover: 'handover';
      office: 'office';
    },
    tags: {} as DeskScreen | 'columns' | 'table',
  },
  actors: {
    shift: shiftMachine,
    moves: movesMachine,
    money: moneyMachine,
    pauses: pausesMachine,
    table: tableMachine,
    order: opsOrderMachine,
    reveal: revealMachine,
    handover: handoverMachine,
    office: officeMachine,
  },
  guards: {
    isOpen: ({ context }, { screen }: { screen: DeskScreen }) => opens(context.me.role, screen),
    isHere: ({ context: { me, place } }, { screen }: { screen: DeskScreen }) =>
      place.screen === screen && opens(me.role, screen) && (place.id !== null || !needsId(screen)),
    isTable: ({ context }) => context.place.search['view'] === 'table',
  },
  actions: {
    go: assign(({ context, event }) => ({
      place: placeOf(event) ?? context.place,
      refused: null,
      visit: context.visit + 1,
    })),
    refuse: assign(({ context, event }) => ({
      place: { screen: 'today', id: null, search: {} } as const,
      refused: placeOf(event)?.screen ?? context.place.screen,
      visit: context.visit + 1,
    })),
    notifyShift: sendTo('shift', { type: 'news.arrived' }),
    notifyRing: sendTo(
      'shift',
      (_, { ids }: Pick<OrdersMoved, 'ids'>) => ({ type: 'ring.answered', ids }) as const,
    ),
    notifyOrder: sendTo('order', { type: 'order.changed' }),
    notifyTable: sendTo('table', { type: 'order.changed' }),
    notifyMoney: sendTo('money', { type: 'money.changed' }),
  },
}).createMachine({
  id: 'desk',
  description: 'O balcão de quem opera a loja; cada tela é um estado dele.',
  initial: 'arriving',
  context: ({ input: { me, place } }) => ({ me, place, refused: null, visit: 0 }),
  invoke: [
    { id: 'shift', src: 'shift' },
    { id: 'moves', src: 'moves' },
    {
      id: 'money',
      src: 'money',
      input: ({ context: { me } }) => ({ isOpen: may(me.role, 'money.read'), isWhole: !me.hubIds }),
    },
  ],
  on: {
    ...requests,
    'orders.moved': { actions: ['notifyShift', { type: 'notifyRing', params: fromEvent }, 'notifyMoney'] },
  },
  states: {
    arriving: {
      description: 'A pessoa chega por um endereço e vai à tela dele, se o papel dela a abre.',
      always: [
        ...deskScreenIds.map((screen) => ({
          guard: { type: 'isHere', params: { screen } } as const,
          target: screen,
        })),
        { target: 'today', actions: 'refuse' },
      ],
    },
    today: {
      description: 'O que queima hoje, do que vence antes ao que vence depois, e o que está pausado.',
      tags: 'today',
      invoke: {
        id: 'pauses',
        src: 'pauses',
        input: ({ context: { me, visit } }) => ({ isOpen: may(me.role, 'pauses'), visit }),
      },
    },
    board: {
      description: 'Os pedidos em andamento, em quadro ou em tabela.',
      tags: 'board',
      initial: 'choosing',
      states: {
        choosing: {
          description: 'O endereço diz se é quadro ou tabela.',
          always: [{ guard: 'isTable', target: 'table' }, { target: 'columns' }],
        },
        columns: { description: 'As partes dos pedidos em colunas, as mais antigas antes.', tags: 'columns' },
        table: {
          description: 'As partes dos pedidos em linhas, com filtros e páginas.',
          tags: 'table',
          invoke: {
            id: 'table',
            src: 'table',
            input: ({ context: { place } }) => ({ search: place.search }),
          },
          on: { 'board.changed': { actions: 'notifyTable' } },
        },
      },
    },
    order: {
      description: 'Um pedido com as partes, o dinheiro, a pessoa e o histórico.',
      tags: 'order',
      invoke: [
        { id: 'order', src: 'order', input: ({ context: { place } }) => ({ id: place.id ?? '' }) },
        {
          id: 'reveal',
          src: 'reveal',
          input: ({ context: { me, place } }) => ({
            id: place.id ?? '',
            isOpen: may(me.role, 'people.reveal'),
          }),
        },
      ],
      on: { 'board.changed': { actions: 'notifyOrder' } },
    },
    handover: {
      description: 'Quem veio buscar mostra o código e leva o pedido.',
      tags: 'handover',
      invoke: { id: 'handover', src: 'handover' },
    },
    money: { description: 'O dinheiro que espera uma pessoa, e um item dele aberto ao lado.', tags: 'money' },
    office: {
      description: 'A equipe e o registro do que foi feito.',
      tags: 'office',
      invoke: {
        id: 'office',
        src: 'office',
        input: ({ context: { me, visit } }) => ({ seesStaff: may(me.role, 'staff.read'), visit }),
      },
    },
  },
});

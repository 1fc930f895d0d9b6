import type { OpsMoney } from '#contract/ops/money.ts';
import {
  type MoneyCall,
  type MoneyContext,
  type MoneyItem,
  type MoneyOf,
  type Settling,
  moneyMachine,
} from '#machines/ops/money.machine.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';
import { bug, fault, refusedAs } from '../samples.ts';

const money: OpsMoney = { charges: [], refunds: [], strays: [], disputes: [], approvals: [] };
const charge = { kind: 'charge', id: 'charge' } as const;
const refund = { kind: 'refund', id: 'refund' } as const;
const confirm: Settling = {
  kind: 'confirm',
  endToEndId: `E${'1'.repeat(31)}`,
  amount: 10,
  paidAt: '2026-11-21T12:00:00Z',
};
const settle: Settling = { kind: 'settle', returnId: `D${'1'.repeat(31)}`, at: '2026-11-21T12:00:00Z' };
const stray = { kind: 'stray', id: 'stray' } as const;
const dispute = { kind: 'dispute', id: 'dispute' } as const;
const transfer = { kind: 'transfer', id: 'new' } as const;
const approval = { kind: 'approval', id: 'approval' } as const;
const reason = 'Está no extrato.';
const at = '2026-11-21T12:00:00Z';
const more: Settling[] = [
  { kind: 'order', orderCode: '0'.repeat(16), reason },
  { kind: 'returned', returnId: `D${'1'.repeat(31)}`, at, reason },
  { kind: 'absent', reason },
  { kind: 'contested', endToEndId: `E${'1'.repeat(31)}`, amount: 10, openedAt: at, protocol: '' },
  { kind: 'answered', answer: reason },
  { kind: 'takenBack', returnId: `D${'1'.repeat(31)}`, amount: 10, at },
  { kind: 'kept', reason },
  { kind: 'approve' },
  { kind: 'refuse', reason },
];
/** Which item each is of. */
const kinds: Record<Settling['kind'], MoneyItem['kind']> = {
  confirm: 'charge',
  settle: 'refund',
  retry: 'refund',
  order: 'stray',
  returned: 'stray',
  absent: 'stray',
  contested: 'transfer',
  answered: 'dispute',
  takenBack: 'dispute',
  kept: 'dispute',
  approve: 'approval',
  refuse: 'approval',
};
const unfit: Settling[] = [
  { ...confirm, endToEndId: 'E1' },
  { ...confirm, amount: 0 },
  { ...settle, returnId: `E${'1'.repeat(31)}` },
  { ...settle, at: '' },
  { kind: 'order', orderCode: '', reason },
  { kind: 'returned', returnId: 'D1', at, reason },
  { kind: 'absent', reason: '' },
  { kind: 'contested', endToEndId: 'E1', amount: 10, openedAt: at, protocol: '' },
  { kind: 'contested', endToEndId: `E${'1'.repeat(31)}`, amount: 0, openedAt: at, protocol: '' },
  { kind: 'contested', endToEndId: `E${'1'.repeat(31)}`, amount: 10, openedAt: '', protocol: '' },
  { kind: 'answered', answer: '' },
  { kind: 'takenBack', returnId: 'D1', amount: 10, at },
  { kind: 'takenBack', returnId: `D${'1'.repeat(31)}`, amount: 0, at },
  { kind: 'kept', reason: '' },
  { kind: 'refuse', reason: '' },
];

export const machine = moneyMachine;
export const model: Model<typeof moneyMachine> = {
  inputs: [
    { isOpen: true, isWhole: true },
    { isOpen: true, isWhole: false },
    { isOpen: false, isWhole: false },
  ],
  events: [
    { type: 'item.opened', item: charge },
    { type: 'item.opened', item: refund },
    { type: 'item.opened', item: stray },
    { type: 'item.opened', item: dispute },
    { type: 'item.opened', item: transfer },
    { type: 'item.opened', item: approval },
    { type: 'item.closed' },
    ...[confirm, settle, { kind: 'retry' } as const, ...more, ...unfit].map(
      (settling) => ({ type: 'settling.submitted', settling }) as const,
    ),
    { type: 'money.changed' },
    { type: 'load.retried' },
    { type: 'network.restored' },
  ],
  outcomes: {
    loadMoney: [{ ok: { money, days: null } }, fault, bug],
    settleMoney: [
      { ok: { isAsked: false } },
      { ok: { isAsked: true } },
      refusedAs('FRESH_PROOF'),
      refusedAs('TRANSFER_USED'),
      refusedAs('AMOUNT'),
      fault,
      bug,
    ],
    proof: [{ ok: undefined }],
  },
  reduceContext: ({ isOpen, item, settling, settled, isAsked, problem, money: read }) => [
    isOpen,
    item,
    settling,
    settled,
    isAsked,
    problem?.code,
    Boolean(read),
  ],
};

/** Money moves once, by what the statement says, and never for who may not. */
export const oracle: Oracle = (snapshot, { steps, before, calls }) => {
  const context = snapshot.context as MoneyContext & MoneyOf;
  const event = steps.at(-1);
  expectThat(context.isOpen || calls.length === 0, 'who may not see money asks for none');
  expectThat(
    calls.every(
      ({ port, input }) =>
        port !== 'loadMoney' || (input as { isWhole: boolean }).isWhole === context.isWhole,
    ),
    'the list of days is asked for by whoever sees the whole shop',
  );
  const sent = calls.filter(({ port }) => port === 'settleMoney').map(({ input }) => input as MoneyCall);
  for (const { item, settling } of sent) {
    expectThat(!unfit.includes(settling), 'what does not fit is not sent');
    expectThat(item.kind === kinds[settling.kind], 'each kind of item has its own proof');
  }
  const keys = new Map<string, Settling>();
  for (const { key, settling } of sent) {
    expectThat((keys.get(key) ?? settling) === settling, 'a key belongs to one try');
    keys.set(key, settling);
  }
  expectThat(!snapshot.hasTag('item') || context.item !== null, 'an item is open');
  if (!before || !event) return;
  if (before.matches({ item: 'sending' }) && event.type.startsWith('xstate.done'))
    expectThat(
      snapshot.matches('reading') && context.settled === before.context['item'] && context.item === null,
      'what is settled is closed, and the queue read again',
    );
  if (before.matches({ item: 'sending' }) && event.type.startsWith('xstate.done'))
    expectThat(
      context.isAsked === (event['output'] as { isAsked: boolean }).isAsked,
      'what waits for another is not said to be done',
    );
  if (before.matches({ item: 'sending' }) && event['error']) {
    const expected =
      event['error'] === fault.error
        ? 'waiting'
        : (event['error'] as { code?: string }).code === 'FRESH_PROOF'
          ? 'proving'
          : 'filling';
    expectThat(snapshot.matches({ item: expected }), `${expected} is what follows`);
    expectThat(context.settling !== null, 'nothing typed is lost');
  }
  if (before.matches({ item: 'waiting' }) && snapshot.matches({ item: 'sending' }))
    expectThat(sent.at(-1)?.key === sent.at(-2)?.key, 'a repeat has the same key');
  if (before.matches({ item: 'proving' }) && event.type.startsWith('xstate.done'))
    expectThat(snapshot.matches({ item: 'sending' }), 'a fresh proof lets it go');
  if (
    event.type === 'item.closed' &&
    (before.matches({ item: 'filling' }) || before.matches({ item: 'proving' }))
  )
    expectThat(snapshot.matches('reading') && context.item === null, 'an item closes');
  if (event.type === 'item.opened' && before.hasTag('queue'))
    expectThat(snapshot.matches({ item: 'filling' }) && context.settled === null, 'an item opens');
};

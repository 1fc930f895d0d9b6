import type { OpsMoney } from '#contract/ops/money.ts';
import {
  type MoneyCall,
  type MoneyContext,
  type Settling,
  moneyMachine,
} from '#machines/ops/money.machine.ts';
import { expectThat } from '../support/expect-that.ts';
import type { Model, Oracle } from '../support/walk.ts';
import { bug, fault, refusedAs } from './samples.ts';

const money: OpsMoney = { charges: [], refunds: [], strays: [] };
const charge = { kind: 'charge', id: 'charge' } as const;
const refund = { kind: 'refund', id: 'refund' } as const;
const confirm: Settling = {
  kind: 'confirm',
  endToEndId: `E${'1'.repeat(31)}`,
  amount: 10,
  paidAt: '2026-11-21T12:00:00Z',
};
const settle: Settling = { kind: 'settle', returnId: `D${'1'.repeat(31)}`, at: '2026-11-21T12:00:00Z' };
const unfit: Settling[] = [
  { ...confirm, endToEndId: 'E1' },
  { ...confirm, amount: 0 },
  { ...settle, returnId: `E${'1'.repeat(31)}` },
];

export const machine = moneyMachine;
export const model: Model<typeof moneyMachine> = {
  inputs: [{ isOpen: true }, { isOpen: false }],
  events: [
    { type: 'item.opened', item: charge },
    { type: 'item.opened', item: refund },
    { type: 'item.closed' },
    ...[confirm, settle, { kind: 'retry' } as const, ...unfit].map(
      (settling) => ({ type: 'settling.submitted', settling }) as const,
    ),
    { type: 'proof.submitted', code: '123456' },
    { type: 'proof.submitted', code: '12' },
    { type: 'money.changed' },
    { type: 'load.retried' },
    { type: 'network.restored' },
  ],
  outcomes: {
    loadMoney: [{ ok: money }, fault, bug],
    settleMoney: [
      { ok: undefined },
      refusedAs('FRESH_PROOF'),
      refusedAs('TRANSFER_USED'),
      refusedAs('AMOUNT'),
      fault,
      bug,
    ],
    stepUp: [{ ok: undefined }, refusedAs('INVALID_CODE'), fault],
  },
  reduceContext: ({ isOpen, item, settling, settled, problem, money: read }) => [
    isOpen,
    item,
    settling,
    settled,
    problem?.code,
    Boolean(read),
  ],
};

/** Money moves once, by what the statement says, and never for who may not. */
export const oracle: Oracle = (snapshot, { steps, before, calls }) => {
  const context = snapshot.context as MoneyContext & { isOpen: boolean };
  const event = steps.at(-1);
  expectThat(context.isOpen || calls.length === 0, 'who may not see money asks for none');
  const sent = calls.filter(({ port }) => port === 'settleMoney').map(({ input }) => input as MoneyCall);
  for (const { item, settling } of sent) {
    expectThat(!unfit.includes(settling), 'what does not fit is not sent');
    expectThat(
      (item.kind === 'charge') === (settling.kind === 'confirm'),
      'each kind of item has its own proof',
    );
  }
  const keys = new Map<string, Settling>();
  for (const { key, settling } of sent) {
    expectThat((keys.get(key) ?? settling) === settling, 'a key belongs to one try');
    keys.set(key, settling);
  }
  expectThat(!snapshot.hasTag('item') || context.item !== null, 'an item is open');
  expectThat(
    calls.every(({ port, input }) => port !== 'stepUp' || (input as { code: string }).code === '123456'),
    'what is no code is not sent',
  );
  if (!before || !event) return;
  if (before.matches({ item: 'sending' }) && event.type.startsWith('xstate.done'))
    expectThat(
      snapshot.matches('reading') && context.settled === before.context['item'] && context.item === null,
      'what is settled is closed, and the queue read again',
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
  if (before.matches({ item: 'checkingProof' }) && event.type.startsWith('xstate.done'))
    expectThat(snapshot.matches({ item: 'sending' }), 'a fresh proof lets it go');
  if (before.matches({ item: 'checkingProof' }) && event['error'])
    expectThat(snapshot.matches({ item: 'proving' }) && context.problem !== null, 'a wrong code is said');
  if (
    event.type === 'item.closed' &&
    (before.matches({ item: 'filling' }) || before.matches({ item: 'proving' }))
  )
    expectThat(snapshot.matches('reading') && context.item === null, 'an item closes');
  if (event.type === 'item.opened' && before.hasTag('queue'))
    expectThat(snapshot.matches({ item: 'filling' }) && context.settled === null, 'an item opens');
};

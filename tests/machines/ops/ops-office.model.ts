import {
  type OfficeContext,
  type StaffAsk,
  type StaffCall,
  officeMachine,
} from '#machines/ops/office.machine.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';
import { bug, fault, refusedAs } from '../samples.ts';

const read = {
  staff: [],
  audit: { content: [], page: 0, size: 50, totalElements: 0, totalPages: 0, last: true },
};
const invite: StaffAsk = {
  type: 'invite',
  name: 'Rui',
  contact: 'rui@loja.example',
  role: 'OPERATOR',
  hubIds: ['banca'],
};
const remove: StaffAsk = { type: 'remove', id: 'rui' };
const unfit: StaffAsk[] = [
  { ...invite, name: ' ' },
  { ...invite, contact: '' },
  { ...invite, hubIds: [] },
];

export const machine = officeMachine;
export const model: Model<typeof officeMachine> = {
  inputs: [
    { seesStaff: true, visit: 3 },
    { seesStaff: false, visit: 3 },
  ],
  events: [
    { type: 'invite.opened' },
    ...[invite, ...unfit].map((ask) => ({ type: 'invite.submitted', ask }) as const),
    ...[remove, invite].map((ask) => ({ type: 'change.requested', ask }) as const),
    { type: 'ask.confirmed' },
    { type: 'ask.canceled' },
    { type: 'load.retried' },
    { type: 'network.restored' },
  ],
  outcomes: {
    loadOffice: [{ ok: read }, fault, bug],
    changeStaff: [
      { ok: undefined },
      refusedAs('FRESH_PROOF'),
      refusedAs('LAST_OWNER'),
      refusedAs('TAKEN'),
      fault,
      bug,
    ],
    proof: [{ ok: undefined }],
  },
  reduceContext: ({ seesStaff, audit, ask, done, problem, failures }) => [
    seesStaff,
    Boolean(audit),
    ask,
    done,
    problem?.code,
    failures > 0,
  ],
};

/** Who may not see the staff neither asks for it nor changes it; what is changed was confirmed, and is done once. */
export const oracle: Oracle = (snapshot, { steps, before, calls }) => {
  const context = snapshot.context as OfficeContext;
  const event = steps.at(-1);
  const asked = calls.filter(({ port }) => port === 'loadOffice');
  expectThat(
    asked.every(({ input }) => (input as { seesStaff: boolean }).seesStaff === context.seesStaff),
    'what the role does not see is not asked for',
  );
  const sent = calls.filter(({ port }) => port === 'changeStaff').map(({ input }) => input as StaffCall);
  expectThat(context.seesStaff || sent.length === 0, 'who does not see the staff changes nothing of it');
  const keys = new Map<string, StaffAsk>();
  for (const { key, ask } of sent) {
    expectThat(key.includes('-3-'), 'a key names the visit, so that none comes again on the next one');
    expectThat(!unfit.includes(ask), 'what does not fit is not sent');
    expectThat((keys.get(key) ?? ask) === ask, 'a key belongs to one try');
    keys.set(key, ask);
  }
  const confirmed = steps.filter(({ type }) => ['ask.confirmed', 'invite.submitted'].includes(type));
  expectThat(keys.size <= confirmed.length, 'nothing is sent that nobody confirmed');
  expectThat(!snapshot.hasTag('confirming') || context.ask?.type === 'remove', 'what is asked for is said');
  if (!before || !event) return;
  const wasIn = (state: string) => before.matches(state as never);
  expectThat(before.context['audit'] === null || context.audit !== null, 'what was read stays in sight');
  if (wasIn('reading') && event['output'])
    expectThat(snapshot.matches('shown') && context.audit !== null, 'an answer is shown');
  if (wasIn('reading') && event['error'])
    expectThat(snapshot.matches(event['error'] === fault.error ? 'offline' : 'failed'), 'a refusal is said');
  if (['shown', 'offline', 'failed'].some(wasIn) && event.type === 'load.retried')
    expectThat(snapshot.matches('reading'), 'asking again is a way out of everything');
  if (wasIn('offline') && event.type.startsWith('xstate.after'))
    expectThat(snapshot.matches('reading'), 'it tries again by itself');
  if (event.type === 'network.restored' && (wasIn('shown') || wasIn('offline')))
    expectThat(snapshot.matches('reading'), 'with the network it is read');
  if (wasIn('shown') && event.type === 'invite.opened')
    expectThat(snapshot.matches(context.seesStaff ? 'inviting' : 'shown'), 'the owner lets people in');
  if (wasIn('sending') && event.type.startsWith('xstate.done'))
    expectThat(
      snapshot.matches('reading') && context.done === before.context['ask'] && context.ask === null,
      'what is done is said, and the office read again',
    );
  if (wasIn('sending') && event['error']) {
    const code = (event['error'] as { code?: string }).code;
    const ask = before.context['ask'] as StaffAsk;
    const expected =
      event['error'] === fault.error
        ? 'waiting'
        : code === 'FRESH_PROOF'
          ? 'proving'
          : ask.type === 'invite'
            ? 'inviting'
            : 'confirming';
    expectThat(snapshot.matches(expected) && context.ask === ask, `${expected} is what follows`);
    expectThat(
      expected === 'proving' || context.problem !== null,
      'a refusal is said where it was asked for',
    );
  }
  if (wasIn('waiting') && snapshot.matches('sending'))
    expectThat(sent.at(-1)?.key === sent.at(-2)?.key, 'a repeat has the same key');
  if (wasIn('proving') && event.type.startsWith('xstate.done'))
    expectThat(snapshot.matches('sending'), 'a fresh proof lets it go');
  if (event.type === 'ask.canceled' && ['inviting', 'confirming', 'proving'].some(wasIn))
    expectThat(snapshot.matches('shown') && context.ask === null, 'what is taken back is forgotten');
};

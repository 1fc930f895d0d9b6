import type { OpsPauses } from '#contract/ops/pause.ts';
import {
  type PauseAsk,
  type PauseCall,
  type PausesContext,
  pausesMachine,
} from '#machines/ops/pauses.machine.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';
import { bug, fault, refusedAs } from '../samples.ts';

const pauses: OpsPauses = { now: '2026-11-21T12:00:00.000Z', pauses: [], targets: [] };
const target = { kind: 'campaign', id: 'feira' } as const;
const start: PauseAsk = { type: 'start', target, reason: 'Chuva', until: null };
const end: PauseAsk = { type: 'end', target };
const unfit: PauseAsk[] = [
  { ...start, reason: ' ' },
  { ...start, until: '' },
];

export const machine = pausesMachine;
export const model: Model<typeof pausesMachine> = {
  inputs: [
    { isOpen: true, visit: 3 },
    { isOpen: false, visit: 3 },
  ],
  events: [
    { type: 'form.opened' },
    { type: 'form.closed' },
    { type: 'targets.searched', text: ' pão ' },
    ...[start, end, ...unfit].map((ask) => ({ type: 'pause.submitted', ask }) as const),
    { type: 'load.retried' },
    { type: 'network.restored' },
  ],
  outcomes: {
    loadPauses: [{ ok: pauses }, fault, bug],
    sendPause: [{ ok: undefined }, refusedAs('NOT_FOUND'), refusedAs('MALFORMED'), fault, bug],
  },
  reduceContext: ({ isOpen, text, ask, done, problem, pauses: read }) => [
    isOpen,
    text,
    ask,
    done,
    problem?.code,
    Boolean(read),
  ],
};

/** What is paused is paused once, with a reason, and by nobody who may not. */
export const oracle: Oracle = (snapshot, { steps, before, calls }) => {
  const context = snapshot.context as PausesContext & { isOpen: boolean };
  const event = steps.at(-1);
  expectThat(context.isOpen || calls.length === 0, 'who may not pause asks for nothing');
  const sent = calls.filter(({ port }) => port === 'sendPause').map(({ input }) => input as PauseCall);
  expectThat(
    sent.every(({ ask }) => !unfit.includes(ask)),
    'nothing is paused without a reason',
  );
  const keys = new Map<string, PauseAsk>();
  for (const { key, ask } of sent) {
    expectThat(key.includes('-3-'), 'a key names the visit, so that none comes again on the next one');
    expectThat((keys.get(key) ?? ask) === ask, 'a key belongs to one try');
    keys.set(key, ask);
  }
  if (!before || !event) return;
  expectThat(before.context['pauses'] === null || context.pauses !== null, 'what was read stays in sight');
  const submitted = event.type === 'pause.submitted' ? (event['ask'] as PauseAsk) : null;
  if (submitted && !unfit.includes(submitted)) {
    const isThere = before.matches(submitted.type === 'start' ? 'filling' : 'list');
    expectThat(!isThere || snapshot.matches('sending'), 'what fits is sent');
    expectThat(isThere || !snapshot.matches('sending') || before.matches('sending'), 'and nothing else is');
  }
  if (before.matches('sending') && event.type.startsWith('xstate.done'))
    expectThat(
      snapshot.matches('reading') && context.done === before.context['ask'] && context.ask === null,
      'what is done is said, and the list read again',
    );
  if (before.matches('sending') && event['error']) {
    const ask = before.context['ask'] as PauseAsk;
    const expected = event['error'] === fault.error ? 'waiting' : ask.type === 'start' ? 'filling' : 'list';
    expectThat(snapshot.matches(expected), `${expected} is what follows`);
    expectThat(context.ask === ask && context.problem !== null, 'nothing typed is lost');
  }
  if (before.matches('waiting') && snapshot.matches('sending'))
    expectThat(sent.at(-1)?.key === sent.at(-2)?.key, 'a repeat has the same key');
  const asked = calls.filter(({ port }) => port === 'loadPauses').at(-1)?.input as
    | { text: string }
    | undefined;
  if (event.type === 'targets.searched' && before.matches('filling'))
    expectThat(snapshot.matches('finding') && asked?.text === 'pão', 'a product is looked for by its words');
  if (snapshot.matches('reading') && !before.matches('reading'))
    expectThat(asked?.text === '' && context.text === '', 'the list is read whole');
  if (before.matches('finding') && event.type !== 'form.closed')
    expectThat(
      snapshot.matches('finding') ||
        (snapshot.matches('filling') && (context.problem !== null) === Boolean(event['error'])),
      'one goes on with the form, and a fault is said',
    );
  if (event.type === 'form.closed' && (before.matches('filling') || before.matches('finding')))
    expectThat(snapshot.matches('reading') && context.ask === null, 'a form closes');
  if (event.type === 'form.opened' && before.matches('list'))
    expectThat(snapshot.matches('filling') && context.done === null, 'a form opens');
  if (before.matches('reading') && event['error'])
    expectThat(snapshot.matches(event['error'] === fault.error ? 'offline' : 'failed'), 'a fault is said');
  if (
    ['offline', 'failed', 'list'].some((one) => before.matches(one as never)) &&
    event.type === 'load.retried'
  )
    expectThat(snapshot.matches('reading'), 'asking again is a way out');
};

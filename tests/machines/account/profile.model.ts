import type { Account, AccountBody } from '#contract/people/account.ts';
import { ApiProblem } from '#contract/problem.ts';
import { formField } from '#domain/form-field.ts';
import { valueIn } from '#domain/person/account.ts';
import { personalFields } from '#domain/person/personal-form.ts';
import { type ProfileContext, conflicts, profileMachine } from '#machines/account/profile.machine.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import { account, bug, fault, refusal } from '#tests/support/samples.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';

const own = {
  fields: [formField('team', 'Time', { required: false })],
  submit: { text: 'Salvar', waitingText: 'Preencher' },
};
const fields = personalFields(own).filter(({ name }) => name !== 'phone');
const mine = { name: 'Maria Nova', email: 'maria@exemplo.com', cpf: account.identification, team: 'azul' };
const changed = (more: Partial<Account>): Account => ({ ...account, version: 2, ...more });
const outdated = (current: unknown) => ({ error: new ApiProblem('VERSION', { current }) });
const saved = changed({
  name: 'Maria Nova',
  email: 'maria@exemplo.com',
  properties: { cpf: '52998224725', attrs: { team: 'azul' } },
});

export const machine = profileMachine;
export const model: Model<typeof profileMachine> = {
  inputs: [{ account, fields }],
  events: [
    { type: 'profile.submitted', profile: mine },
    { type: 'profile.submitted', profile: { ...mine, name: ' ' } },
    { type: 'mine.chosen' },
    { type: 'theirs.chosen' },
    { type: 'load.retried' },
    { type: 'network.restored' },
  ],
  outcomes: {
    saveProfile: [
      { ok: saved },
      outdated(saved),
      outdated(changed({ name: 'Maria de Longe' })),
      outdated(changed({ addresses: [] })),
      outdated(null),
      refusal('MALFORMED'),
      fault,
      bug,
    ],
  },
  reduceContext: ({ account: base, typed, current, problem, failures }) => [
    base.version,
    base.name,
    typed['name'],
    current?.name,
    problem?.code,
    failures > 0,
  ],
};

/**
 * Nothing is written over unseen: a change goes out over the version that was seen, and where both changed the
 * same the person has said what holds. What was typed stays.
 */
export const oracle: Oracle = (snapshot, { steps, before, calls }) => {
  const context = snapshot.context as ProfileContext;
  const was = before?.context as ProfileContext | undefined;
  const event = steps.at(-1);
  for (const { input } of calls) {
    const body = input as AccountBody;
    expectThat(body.name.trim() !== '', 'what lacks something needed is not sent');
    expectThat(body.phone === account.phone, 'a proved contact is never changed here');
  }
  const sent = calls.at(-1)?.input as AccountBody | undefined;
  if (snapshot.matches('saving'))
    expectThat(sent?.version === context.account.version, 'over the account as it was seen');
  if (snapshot.matches('contested')) {
    expectThat(conflicts(context).length > 0, 'there is something to say');
    for (const name of conflicts(context))
      expectThat(
        valueIn(context.account, name) !== valueIn(context.current ?? {}, name),
        'only what was changed elsewhere is asked about',
      );
  }
  if (!event || !before || !was) return;
  const chosen = ['mine.chosen', 'theirs.chosen', 'profile.submitted'].includes(event.type);
  if (before.matches('contested') && snapshot.matches('saving'))
    expectThat(chosen, 'nothing that is contested is written unasked');
  if (event.type === 'theirs.chosen' && before.matches('contested'))
    for (const name of conflicts(was))
      expectThat(context.typed[name] === valueIn(was.current ?? {}, name), 'what the account has holds');
  else if (event.type !== 'profile.submitted')
    expectThat(context.typed === was.typed, 'what was typed stays');
  if (snapshot.matches('saved'))
    expectThat(
      event.type === 'xstate.done.actor.saveProfile' || context.account.name === context.typed['name'],
      'saved is said by the server, or seen of the account',
    );
  if (event['error'] !== undefined && snapshot.hasTag('editable') && !snapshot.matches('contested'))
    expectThat(context.problem !== null, 'a failure says why');
};

import type { NewAccount, SignupContext } from '#machines/signup/setup.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import { account, type address, uuid } from '#tests/support/samples.ts';
import type { Oracle } from '#tests/support/walk.ts';
import {
  isAnswered,
  isFilling,
  isPastQuestions,
  isSentWhole,
  judgeDetails,
  judgePostalCode,
  judgeSecond,
  mayAdd,
  steps,
  street,
} from './signup-parts.oracle.ts';

/**
 * An account is made from everything that was asked for, once, and an answer that did not come is looked up
 * first.
 */
export const oracle: Oracle = (snapshot, trail) => {
  const { steps: events, calls, told, before: earlier } = trail;
  const context = snapshot.context as SignupContext;
  const state = typeof snapshot.value === 'string' ? snapshot.value : (Object.keys(snapshot.value)[0] ?? '');
  const level = steps.indexOf(state as never);
  if (level >= 1 || ['creating', 'waiting', 'confirming'].includes(state))
    expectThat(context.accepted.length > 0, 'terms that nobody accepted');
  if (level >= 2) expectThat(context.name === 'Maria Silva', 'a name that nobody gave');
  if (level >= 3) expectThat(context.identification === '52998224725', 'a CPF that nobody gave');
  const asksMore = context.personalForm !== undefined;
  if (level >= 3 || ['creating', 'waiting', 'confirming'].includes(state))
    expectThat(!asksMore || isAnswered(context.attrs), 'what the store asks is answered');
  if (snapshot.matches({ identification: 'details' }))
    expectThat(asksMore && context.identification !== null, 'a store that asks nothing more is not shown');
  const creations = calls.flatMap(({ port, input: sent }, index) =>
    port === 'createAccount' ? [{ sent: sent as NewAccount, index }] : [],
  );
  for (const [nth, { sent, index }] of creations.entries()) {
    const { body } = sent;
    expectThat(
      sent.userId === uuid(3) &&
        sent.signupGrant === 'grant' &&
        sent.leadId === uuid(7) &&
        body.name === 'Maria Silva' &&
        body.identification === '52998224725' &&
        body.properties?.cpf === '52998224725' &&
        (asksMore ? isSentWhole(body.properties.attrs) : !body.properties.attrs) &&
        body.consents.map(({ id, version }) => `${id} ${version}`).join() === 'terms 1,privacy 2',
      'a body with what was given',
    );
    const [home] = body.addresses ?? [];
    expectThat(
      Boolean(
        home?.postalCode &&
          home.address &&
          home.streetNumber &&
          home.neighborhood &&
          home.city &&
          home.administrativeArea,
      ),
      'an account without its address',
    );
    expectThat(
      body.phone === '+5511987654321' || body.email === 'maria@exemplo.com',
      'an account without its proven contact',
    );
    const last = creations[nth - 1];
    const refusedBefore =
      events.some(({ type }) => type === 'xstate.done.actor.proof') ||
      events.some(({ type }) => type === 'load.retried');
    if (last)
      expectThat(
        refusedBefore || calls.slice(last.index, index).some(({ port }) => port === 'findAccount'),
        'a grant is spent twice without looking',
      );
  }
  const { body: last } = creations.at(-1)?.sent ?? {};
  if (state === 'creating' && last) {
    const { phone, email } = context.contact;
    expectThat(
      last.phone === (phone ?? context.second ?? undefined) &&
        last.email === (email ?? (phone ? context.second : null) ?? undefined),
      'what was proved and what was told go along',
    );
  }
  if (state === 'created')
    expectThat(
      snapshot.output?.outcome === 'created' &&
        snapshot.output.account === account &&
        told.at(-1)?.action === 'notifyAccount',
      'the account is handed out and told',
    );
  else expectThat(!told.some(({ action }) => action === 'notifyAccount'), 'told too early');
  // Somebody who is not signed in answers the questions and proves who they are first.
  if (state === 'unproven')
    expectThat(context.userId === '' && snapshot.output?.outcome === 'unproven', 'who it is comes first');
  if (context.userId === '') expectThat(creations.length === 0, 'nobody in particular has no account');
  if (state === 'proving')
    expectThat(
      calls.some(({ port, input: asked }) => {
        const { phone, email } =
          port === 'proof'
            ? (asked as { phone: string | null; email: string | null })
            : { phone: null, email: null };
        return (
          phone === (context.contact.phone ?? null) &&
          email === (context.contact.phone ? null : (context.contact.email ?? null))
        );
      }),
      'the proven contact is asked again',
    );
  if (['creating', 'waiting', 'confirming'].includes(state))
    expectThat(context.signupGrant === 'grant', 'nothing is created without a grant');
  expectThat(
    told.filter(({ action }) => action === 'notifyProved').length ===
      events.filter(({ type: happened }) => ['xstate.done.actor.proof', 'contact.proved'].includes(happened))
        .length,
    'the session hears of each proof',
  );
  const value = JSON.stringify(snapshot.value);
  for (const [tag, states] of [
    ['busy', /lookingUp|creating|waiting|confirming/],
    ['offline', /waiting/],
    ['failed', /failed/],
    ['refused', /refused/],
    ['editable', /account"|name|identification|typing|shown|proving/],
    ['details', /details/],
  ] as const) {
    expectThat(snapshot.hasTag(tag) === states.test(value), `${value}: ${tag}`);
  }
  const event = events.at(-1);
  if (!event || !earlier) return;
  const before = earlier.context as SignupContext;
  const { type } = event;
  const error = event['error'] as { name: string; code?: string } | undefined;
  const name = error?.code ?? error?.name ?? '';
  if (type.startsWith('asked.signup.')) {
    const asked = type.slice('asked.signup.'.length);
    if (state === 'postalCode' && ['verification', 'activation'].includes(asked))
      expectThat(!mayAdd(context) && context.refusal === null, 'who has no contact to add goes on');
    else if (earlier.matches('creating'))
      expectThat(snapshot.matches('creating'), 'nobody leaves while the grant is spent');
    else if (state !== asked)
      expectThat(
        level < steps.indexOf(asked as never) &&
          context.refusal !== null &&
          context.refusal.asked?.screen === type.slice('asked.'.length),
        'a gate leads back and says why',
      );
    else expectThat(context.refusal === null && context.problem === null, 'a new wish clears the refusal');
    const reasons: Record<string, string> = {
      account: 'account.missing',
      name: 'name.missing',
      identification: snapshot.matches({ identification: 'details' })
        ? 'details.missing'
        : 'identification.missing',
    };
    if (state !== asked && state !== 'postalCode' && !earlier.matches('creating'))
      expectThat(context.refusal?.reason === reasons[state], 'the reason is what is missing first');
    if (asked === 'identification' && state === asked)
      expectThat(snapshot.matches({ identification: 'asking' }), 'the CPF can be corrected');
  }
  if ((type === 'terms.accepted' || type === 'terms.withdrawn') && earlier.matches('account'))
    expectThat(
      state === 'account' && context.accepted.length === (type === 'terms.accepted' ? 2 : 0),
      'a tick is kept, and taken back',
    );
  if (type === 'signup.begun' && earlier.matches('account'))
    expectThat(
      before.accepted.length > 0
        ? state === 'name' && context.asked.type === 'asked.signup.name'
        : state === 'account',
      'accepted terms lead on',
    );
  const isAsking = earlier.matches({ identification: 'asking' } as never);
  if (type === 'answer.edited' && (earlier.matches('name') || isAsking))
    expectThat(context.typed.name === 'Mari', 'what is typed is kept');
  if (type === 'answer.edited')
    expectThat(
      value === JSON.stringify(earlier.value) && context.asked === before.asked,
      'what is typed leads nowhere',
    );
  if (type === 'name.submitted' && earlier.matches('name'))
    expectThat(
      String(event['name']).trim() && String(event['name']).length <= 80
        ? state === 'identification' && context.asked.type === 'asked.signup.identification'
        : state === 'name' && context.name === before.name,
      'a name leads on',
    );
  if (type === 'identification.submitted' && isAsking)
    expectThat(
      !String(event['identification']).startsWith('529')
        ? snapshot.matches({ identification: 'asking' }) && context.identification === before.identification
        : asksMore
          ? snapshot.matches({ identification: 'details' })
          : isPastQuestions(snapshot),
      'a CPF leads on',
    );
  judgeDetails(snapshot, trail);
  judgeSecond(snapshot, trail);
  if (earlier.matches('postalCode')) judgePostalCode(snapshot, trail);
  if (type === 'xstate.done.actor.lookUp') {
    expectThat(
      snapshot.matches({ postalCode: event['output'] ? 'found' : 'unknown' }),
      'what the lookup knows',
    );
    expectThat(
      context.locked.length > 0 === Boolean(event['output']) &&
        context.address?.postalCode === (event['output'] ? street : before.address)?.postalCode,
      'only what the lookup filled is read-only',
    );
  }
  if (type === 'xstate.error.actor.lookUp')
    expectThat(
      snapshot.matches({ postalCode: 'unknown' }) && context.locked.length === 0 && context.problem !== null,
      'no lookup opens the fields',
    );
  const filling = isFilling(earlier);
  if (type === 'address.changed' && filling) {
    const patch = event['patch'] as typeof address;
    expectThat(
      context.address?.streetNumber === patch.streetNumber && context.problem === null,
      'what is typed is kept',
    );
    expectThat(
      context.address?.city === (before.locked.length > 0 ? before.address?.city : patch.city),
      'a read-only field is read-only',
    );
  }
  if (type === 'fields.unlocked' && filling)
    expectThat(context.locked.length === 0, 'every field has a way to open it');
  if (type === 'address.submitted' && filling)
    expectThat(
      before.address?.streetNumber && before.address.city && before.address.address
        ? state === (before.userId === '' ? 'unproven' : before.signupGrant === null ? 'proving' : 'creating')
        : value === JSON.stringify(earlier.value) && context.address === before.address,
      'a whole address is enough, and nothing less',
    );
  if (type === 'xstate.error.actor.create') {
    expectThat(
      state ===
        ({ NetworkFault: 'waiting', TAKEN: 'confirming', SIGNUP_GRANT: 'proving', NOT_FOUND: 'refused' }[
          name
        ] ?? 'failed'),
      `${name} of the creation`,
    );
  }
  if (type === 'xstate.error.actor.create')
    expectThat(
      (context.problem !== null || name === 'SIGNUP_GRANT') &&
        (context.signupGrant === null) === (name === 'SIGNUP_GRANT'),
      'why',
    );
  if (type === 'xstate.done.actor.proof')
    expectThat(
      state === 'creating' && context.signupGrant === 'grant' && context.name === before.name,
      'a new proof goes on with the same answers',
    );
  if (type === 'xstate.done.actor.find')
    expectThat(
      state === (event['output'] ? 'created' : before.problem?.code === 'TAKEN' ? 'refused' : 'creating'),
      'what was found counts',
    );
  if (type === 'xstate.error.actor.find')
    expectThat(
      state === (name === 'NetworkFault' ? 'waiting' : 'failed') &&
        context.failures === before.failures + 1 &&
        (context.problem === before.problem) === (name === 'NetworkFault'),
      `${name} of the look: longer until the next, or why there is none`,
    );
  if (type === 'xstate.done.actor.create') expectThat(state === 'created', 'an account is made');
  if (
    earlier.matches('waiting') &&
    (['network.restored', 'load.retried', 'restored'].includes(type) || type.startsWith('xstate.after'))
  )
    expectThat(state === 'confirming', 'what waited is looked up');
  if (type === 'load.retried' && earlier.matches('refused'))
    expectThat(state === 'creating', 'a refusal can be tried again');
  if (type === 'load.retried' && earlier.matches('failed'))
    expectThat(state === 'confirming', 'a failure is looked up');
};

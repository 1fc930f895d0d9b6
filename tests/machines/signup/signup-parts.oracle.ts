import type { SignupContext } from '#machines/signup/setup.ts';
import type { AnyMachineSnapshot } from 'xstate';
import { expectThat } from '#tests/support/expect-that.ts';
import { address } from '#tests/support/samples.ts';
import type { Oracle } from '#tests/support/walk.ts';

/** What a postal code tells. */
export const { streetNumber: _number, ...street } = address;
export const steps = [
  'account',
  'name',
  'identification',
  'verification',
  'activation',
  'postalCode',
] as const;

/** Whether somebody is at work who proved one contact only. */
export const mayAdd = ({ userId, contact }: SignupContext): boolean =>
  userId !== '' && !(contact.phone && contact.email);
/** Where the questions about the person lead. */
export const isPastQuestions = (snapshot: AnyMachineSnapshot): boolean => {
  const context = snapshot.context as SignupContext;
  const screen = mayAdd(context) ? 'verification' : 'postalCode';
  return snapshot.matches(screen) && context.asked.type === `asked.signup.${screen}`;
};
/** Told by whoever shows a code that is on its way. */
export const onItsWay = {
  type: 'xstate.snapshot.second',
  snapshot: { value: { typing: 'counting' }, context: { value: 'maria@exemplo.com' } },
};

/** A second contact is added or left for later; what is told of it and what is proved are not the same. */
export const judgeSecond: Oracle = (snapshot, { steps: events, told, before: earlier }) => {
  const context = snapshot.context as SignupContext;
  for (const screen of ['verification', 'activation'])
    if (snapshot.matches(screen)) {
      expectThat(mayAdd(context), 'who proved both is asked for none');
      expectThat(
        Reflect.get(context.asked.params, 'channel') === (context.contact.phone ? 'email' : 'phone'),
        'the address names the contact that is lacking',
      );
      expectThat(
        snapshot.matches({ [screen]: 'asking' } as never),
        'and the chart of the contact is at work',
      );
    }
  const event = events.at(-1);
  if (!event || !earlier) return;
  const before = earlier.context as SignupContext;
  const isHere = earlier.matches('verification') || earlier.matches('activation');
  const isMail = Boolean(before.contact.phone);
  if (event.type === 'contact.postponed' && isHere) {
    const value = String(event['value']);
    const kept = value.trim().toLowerCase();
    const isWhole = isMail ? kept === 'maria@exemplo.com' : kept.startsWith('+55');
    if (isWhole || value === '')
      expectThat(
        snapshot.matches('postalCode') &&
          context.second === (value === '' ? null : kept) &&
          context.contact === before.contact,
        'it may wait, told and not proved',
      );
    else expectThat(earlier.value.toString() === snapshot.value.toString(), 'half of one is put right first');
  } else if (event.type === onItsWay.type && earlier.matches('verification')) {
    const isSent = typeof Reflect.get(event['snapshot'] as object, 'value') === 'object';
    expectThat(snapshot.matches(isSent ? 'activation' : 'verification'), 'a code on its way is typed');
    if (isSent) expectThat(context.second === (isMail ? 'maria@exemplo.com' : null), 'the contact is kept');
  } else if (event.type === 'xstate.done.actor.second' && earlier.matches('activation')) {
    expectThat(
      snapshot.matches('postalCode') &&
        context.second === null &&
        context.contact.email === 'maria@exemplo.com' &&
        context.contact.phone === '+5511987654321' &&
        context.user === (event['output'] as { user: object }).user,
      'what the server says is proved is',
    );
  } else
    expectThat(context.second === before.second && context.contact === before.contact, 'told only there');
  if (event.type === 'contact.proved' && isHere)
    expectThat(
      context.signupGrant === 'grant' && told.at(-1)?.action === 'notifyProved',
      'a proof is passed on',
    );
  if (['network.restored', 'restored'].includes(event.type) && isHere)
    expectThat(told.at(-1)?.action === 'notifySecond', 'the chart of the contact hears of the network');
};

type Attrs = SignupContext['attrs'];
/** The store's own questions, told here once more: the sector, and of one sector the badge. */
export const isAnswered = ({ department, badge }: Attrs): boolean =>
  department === 'Lojas' || (department === 'TI' && badge === '1234');
/** Every answer is sent, and none to what is not asked. */
export const isSentWhole = (sent: Attrs = {}): boolean =>
  isAnswered(sent) &&
  Object.keys(sent).toSorted().join() === (sent['department'] === 'TI' ? 'badge,department' : 'department');

/** What the store asks is kept as it is typed, and leads on once it is whole. */
export const judgeDetails: Oracle = (snapshot, { steps: events, before: earlier }) => {
  const event = events.at(-1);
  if (!event || !earlier) return;
  const [context, before] = [snapshot.context as SignupContext, earlier.context as SignupContext];
  if (!earlier.matches({ identification: 'details' } as never)) {
    expectThat(context.attrs === before.attrs, 'answers change only where they are asked');
    return;
  }
  if (event.type === 'details.submitted')
    expectThat(
      isAnswered(before.attrs)
        ? isPastQuestions(snapshot)
        : JSON.stringify(snapshot.value) === JSON.stringify(earlier.value),
      'whole answers lead on',
    );
  if (event.type === 'details.changed')
    expectThat(
      Object.entries(event['patch'] as Attrs).every(([name, given]) => context.attrs[name] === given),
      'what is typed is kept',
    );
};

/** The fields of the address are there to be filled. */
export const isFilling = (snapshot: AnyMachineSnapshot) =>
  ['found', 'unknown'].some((place) => snapshot.matches({ postalCode: { [place]: 'shown' } } as never));
/** The address is that of the postal code in its field; another code is looked up, and half of one hides it. */
export const judgePostalCode: Oracle = (snapshot, { steps: events, calls, before: earlier }) => {
  const event = events.at(-1);
  if (!event || !earlier || !('postalCode' in event)) return;
  const [context, before] = [snapshot.context as SignupContext, earlier.context as SignupContext];
  const code = { '01310100': '01310-100', '01310-100': '01310-100', '04538133': '04538-133' }[
    String(event['postalCode'])
  ];
  const was = earlier.value as { postalCode: string | Record<string, string> };
  const place = typeof was.postalCode === 'string' ? was.postalCode : Object.keys(was.postalCode)[0];
  const isTyping = place === 'typing';
  const isLooked =
    code !== undefined &&
    (isTyping || (event.type === 'postalCode.typed' && code !== before.address?.postalCode));
  if (isLooked)
    expectThat(
      snapshot.matches({ postalCode: 'lookingUp' }) &&
        context.address?.postalCode === code &&
        context.locked.length === 0 &&
        calls.at(-1)?.port === 'lookUpPostalCode' &&
        JSON.stringify(calls.at(-1)?.input) === JSON.stringify({ postalCode: code }) &&
        (before.address?.postalCode === code || Object.keys(context.address).length === 1),
      'another code is another place, and is looked up',
    );
  else if (event.type === 'postalCode.submitted' || isTyping)
    expectThat(
      JSON.stringify(snapshot.value) === JSON.stringify(earlier.value),
      'half a postal code is not looked up',
    );
  else {
    expectThat(context.address === before.address, 'the address waits for its code');
    if (place === 'lookingUp')
      expectThat(snapshot.matches({ postalCode: code ? 'lookingUp' : 'typing' }), 'a lookup is left off');
    else expectThat(isFilling(snapshot) === (code !== undefined), 'the fields are those of the code');
  }
};

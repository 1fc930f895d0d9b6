import type { SignupContext } from '#machines/signup/setup.ts';
import type { AnyMachineSnapshot } from 'xstate';
import { expectThat } from '#tests/support/expect-that.ts';
import { address } from '#tests/support/samples.ts';
import type { Oracle } from '#tests/support/walk.ts';

/** What a postal code tells. */
export const { streetNumber: _number, ...street } = address;
export const steps = ['account', 'name', 'identification', 'postalCode'] as const;

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
        ? snapshot.matches('postalCode') && context.asked.type === 'asked.signup.postalCode'
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

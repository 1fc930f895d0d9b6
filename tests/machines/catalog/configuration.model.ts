import { type ConfigurationContext, configurationMachine } from '#machines/catalog/configuration.machine.ts';
import { choiceIssues, choicesText } from '#domain/choosing.ts';
import { basket, cake, children, idOf } from '#tests/support/choices.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';
import { bug, fault } from '../samples.ts';

const choice = (n: number, quantity: number) => ({ type: 'choice.changed', id: idOf(n), quantity }) as const;
/** The same kit, in which the second bread is no more. */
const smaller = { ...basket, kitItems: basket.kitItems.filter(({ item }) => item.id !== idOf(2)) };

export const machine = configurationMachine;
export const model: Model<typeof configurationMachine> = {
  inputs: [
    { item: basket, selection: [] },
    { item: basket, selection: [{ item: { id: idOf(2) }, quantity: 1 }] },
    { item: cake, selection: [{ item: { id: idOf(9) }, quantity: 3 }] },
    { item: basket, selection: [{ item: { id: idOf(1) }, quantity: 1 }], known: children },
  ],
  events: [
    choice(1, 1),
    choice(2, 1),
    choice(3, 9),
    choice(4, 1),
    choice(4, 0),
    choice(5, 1),
    choice(6, 1),
    choice(9, 1),
    { type: 'item.changed', item: smaller },
    { type: 'item.changed', item: cake },
    { type: 'choice.submitted' },
    { type: 'load.retried' },
    { type: 'network.restored' },
  ],
  outcomes: { loadChildren: [{ ok: children }, fault, bug] },
  reduceContext: ({ item, groups, selection, refusals, failures }) => [
    item.id,
    item.kitItems.length,
    groups.length,
    choicesText(selection),
    Math.min(2, refusals),
    Math.min(1, failures),
  ],
};

/** Nothing is chosen that cannot be had, and nothing goes on while something is missing. */
export const oracle: Oracle = (snapshot, { steps, before, calls }) => {
  const { item, groups, selection } = snapshot.context as ConfigurationContext;
  const was = before?.context as ConfigurationContext | undefined;
  const event = steps.at(-1);
  const isChoosing = snapshot.matches('choosing');
  const issues = choiceIssues(item, selection);
  for (const [tag, state] of [
    ['busy', 'loading'],
    ['offline', 'offline'],
    ['failed', 'failed'],
  ] as const)
    expectThat(snapshot.hasTag(tag) === snapshot.matches(state), tag);
  if (isChoosing) {
    expectThat(
      issues.every(({ type }) => type === 'MIN'),
      'nothing too many and nothing strange is chosen',
    );
    expectThat(snapshot.hasTag('whole') === (issues.length === 0), 'whole when nothing is missing');
    expectThat(
      groups.length === (item.type === 'KIT' ? 2 : 1),
      'the groups are those of the item as it is now',
    );
  } else expectThat(!snapshot.hasTag('whole'), 'nothing goes on before the options are there');
  if (snapshot.hasTag('refused'))
    expectThat(
      issues.length > 0 && (event?.type === 'choice.submitted' || Boolean(before?.hasTag('refused'))),
      'what is missing is pointed at when somebody wants to go on',
    );
  const asked = calls.at(-1)?.input as { campaignId: string } | undefined;
  if (steps.length === 0 && (snapshot.context as ConfigurationContext).isKnown)
    expectThat(isChoosing && calls.length === 0, 'what is known is not asked for again');
  if (snapshot.matches('loading'))
    expectThat(asked?.campaignId === item.campaignId, 'asks for what its own item is filled with');
  if (event?.type === 'choice.submitted' && before?.matches('choosing') && issues.length > 0)
    expectThat(
      snapshot.hasTag('refused') &&
        (snapshot.context as ConfigurationContext).refusals === (was?.refusals ?? 0) + 1,
      'going on without it says so, each time',
    );
  if (event?.type === 'choice.changed' && before?.matches('choosing')) {
    expectThat(!snapshot.hasTag('refused'), 'who chooses is not warned any more');
    const { id, quantity } = event as unknown as { id: string; quantity: number };
    const isKnown = groups.some(({ options }) => options.some((option) => option.id === id));
    const now = selection.find((one) => one.item.id === id)?.quantity ?? 0;
    if (isKnown) expectThat(now <= quantity, 'never more than was tapped');
    else
      expectThat(choicesText(selection) === choicesText(was?.selection ?? []), 'a stranger changes nothing');
  }
  if (event?.type === 'xstate.error.actor.loadChildren')
    expectThat(
      snapshot.matches((event['error'] as Error).name === 'NetworkFault' ? 'offline' : 'failed'),
      'no answer is not a wrong one',
    );
  if (event?.type === 'load.retried' && (before?.matches('offline') || before?.matches('failed')))
    expectThat(snapshot.matches('loading'), 'asked again by a press');
  if (
    before?.matches('offline') &&
    (event?.type === 'network.restored' || event?.type.startsWith('xstate.after'))
  )
    expectThat(snapshot.matches('loading'), 'asked again by itself');
};

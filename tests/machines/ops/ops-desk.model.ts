import { type DeskContext, deskMachine } from '#machines/ops/desk.machine.ts';
import { type DeskPlace, deskScreenIds, placeOf, requestOf } from '#machines/ops/screens.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';
import { openTo, staff } from './ops-samples.ts';

const place = (screen: DeskPlace['screen'], search = {}): DeskPlace => ({
  screen,
  id: screen === 'order' ? 'one' : null,
  search,
});
const places = [...deskScreenIds.map((screen) => place(screen)), place('board', { view: 'table' })];
const roles = ['OWNER', 'VIEWER'] as const;

export const machine = deskMachine;
export const model: Model<typeof deskMachine> = {
  inputs: [
    ...roles.flatMap((role) => places.map((one) => ({ me: staff(role), place: one }))),
    { me: staff('OWNER'), place: { screen: 'order', id: null, search: {} } },
  ],
  events: [...places.map(requestOf), { type: 'orders.moved', ids: ['a'] }, { type: 'board.changed' }],
  reduceContext: ({ me, place: here, refused }) => [me.role, here, refused],
};

/** The screen that somebody sees is the one that the place says, and one that their role opens. */
export const oracle: Oracle = (snapshot, { steps, before, told }) => {
  const context = snapshot.context as DeskContext;
  const event = steps.at(-1);
  const { screen, search } = context.place;
  const mayBe = (one: DeskPlace['screen']) => openTo[one].includes(context.me.role);
  expectThat(snapshot.hasTag(screen), 'the place says what is seen');
  expectThat(mayBe(screen), 'nobody is where their role does not lead');
  expectThat(
    context.refused === null || screen === 'today',
    'a refusal leads to the first screen, and says so',
  );
  if (screen === 'board')
    expectThat(snapshot.hasTag(search['view'] === 'table' ? 'table' : 'columns'), 'the address says how');
  if (!before || !event) return;
  const asked = placeOf(event);
  expectThat(
    !asked || context.visit === (before.context as DeskContext).visit + 1,
    'each time a screen is asked for is a visit: its chart begins anew, and so do its keys',
  );
  if (asked) expectThat((context.refused === null) === mayBe(asked.screen), 'what is refused is said');
  if (asked && mayBe(asked.screen)) expectThat(screen === asked.screen, 'one comes where one wants to be');
  const heard = told.map(({ action }) => action);
  if (event.type === 'orders.moved')
    expectThat(
      ['notifyShift', 'notifyRing', 'notifyMoney'].every((name) => heard.includes(name)),
      'the shift hears what moved',
    );
  if (event.type === 'board.changed' && before.hasTag('order'))
    expectThat(heard.at(-1) === 'notifyOrder', 'an order that is shown is read again');
  if (event.type === 'board.changed' && before.hasTag('table'))
    expectThat(heard.at(-1) === 'notifyTable', 'a table that is shown is read again');
};

import { describe } from 'vitest';
import { loginMachine } from '#machines/login/login.machine.ts';
import { oracle } from '#tests/machines/login/login.oracle.ts';
import { newVisitor, test } from '#tests/support/browser/browser.ts';
import { codesSent, newPerson } from '#tests/support/people.ts';
import { acts, atOnce, key, screenOf, starts } from '#tests/support/replay/login/acts.ts';
import { type World, calls } from '#tests/support/replay/login/world.ts';
import { bookLink } from '#tests/support/replay/book-link.ts';
import { play } from '#tests/support/replay/play.ts';
import { Gate, listen } from '#tests/support/replay/stage.ts';
import { nameOf, toursThrough } from '#tests/support/replay/tours.ts';

const { tours, untaken } = toursThrough(loginMachine, { starts, acts, key, atOnce, oracle });

/** What neither a person nor the network nor time brings about on these pages. */
const never: Record<string, string> = {
  'login · asked.login.auth → login.auth': 'where another provider sends somebody back to: people/sso',
  'login · refusal.dismissed → (stays)': 'what is refused goes with the next thing that is typed',
  'login.options · channel.chosen → login.request': 'the two ways are links',
  'login.request.idle · code.requested → (stays)': 'the form asks for the contact first',
  'login.request.early.counting · xstate.error.actor.clock → login.request.idle': 'the page knows the time',
  'login.request.unsent · code.requested [hasContact] → login.request.sending':
    'the form says the contact first, which leads to login.request.idle',
  'login.codeSent · code.reset → login.request': 'the way back is a link',
  'login.codeSent.resend.counting · xstate.error.actor.clock → login.codeSent.resend.allowed':
    'the page knows the time',
};

describe('the sign-in, replayed in a browser', () => {
  test('takes every transition but those that nobody can bring about', ({ expect }) => {
    expect(untaken).toEqual(Object.keys(never));
  });
  test('has an address in the flow book for each tour, which ends where the tour does', async ({
    expect,
  }) => {
    for (const tour of tours)
      expect(await bookLink(loginMachine, tour, tour.steps.length, atOnce)).toContain('/flows/login#run=');
  });

  for (const tour of tours)
    test(`is where its chart is: ${nameOf(tour)}`, async ({ browser, shop, faults, expect }) => {
      // The browser itself writes a line for whatever is refused or does not come.
      faults.expect(/status of 4\d\d|ERR_FAILED/);
      const context = await newVisitor(browser, shop, faults);
      await context.clock.install();
      const told = await listen(context);
      const page = await context.newPage();
      const person = { ...newPerson(), email: `${crypto.randomUUID()}@exemplo.com` };
      const world: World = {
        page,
        told,
        shop,
        person,
        gates: {
          sendCode: await Gate.on(page, calls.sendCode),
          signIn: await Gate.on(page, calls.signIn),
          activate: await Gate.on(page, calls.activate),
        },
        sent: {},
      };
      // The shop's clock is told of to whoever listens.
      const listens = page.waitForRequest(/topics=/);
      await page.goto(tour.start.path);
      await listens;
      await play(tour, 'login', {
        world,
        shownIn: (snapshot) =>
          snapshot.status === 'active' ? screenOf(snapshot) : { screen: 'signup.account', path: '/signup' },
        look: async () => {
          for (const contact of [person.phone, person.email])
            await expect.poll(() => codesSent(shop, contact)).toBe(world.sent[contact] ?? 0);
        },
        linkTo: (count) => bookLink(loginMachine, tour, count, atOnce),
      });
      await context.close();
    });
});

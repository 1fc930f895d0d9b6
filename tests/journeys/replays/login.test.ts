import { describe } from 'vitest';
import { loginMachine } from '#machines/login/login.machine.ts';
import { oracle } from '#tests/machines/login/login.oracle.ts';
import { newVisitor, test } from '#tests/support/browser/browser.ts';
import { newPerson } from '#tests/support/people.ts';
import { acts, atOnce, key, screenOf, starts } from '#tests/support/replay/login/acts.ts';
import { type World, calls } from '#tests/support/replay/login/world.ts';
import { Board } from '#tests/support/replay/board.ts';
import { inBook } from '#tests/support/replay/in-book.ts';
import { codesCounted } from '#tests/support/replay/means.ts';
import { login as instead } from '#tests/support/replay/instead.ts';
import { Reopened } from '#tests/support/replay/reopened.ts';
import { play } from '#tests/support/replay/play.ts';
import { Gate, listen } from '#tests/support/replay/stage.ts';
import { nameOf, toursThrough } from '#tests/support/replay/tours.ts';

const { tours, all, untaken } = toursThrough(loginMachine, { starts, acts, key, atOnce, oracle });

/** What neither a person nor the network nor time brings about on these pages; the reasons stand in the flow book. */
const never: Record<string, string> = {
  'login · asked.login.auth → login.auth': 'só outro provedor manda a pessoa de volta para cá',
  'login.request.idle · code.requested → (stays)': 'o formulário pede antes o contato',
  'login.request.early.counting · xstate.error.actor.clock → login.request.idle': 'a página sabe as horas',
  'login.request.unsent · code.requested [hasContact] → login.request.sending':
    'o formulário diz antes o contato, e isso leva a login.request.idle',
  'login.codeSent · code.reset → login.request': 'o caminho de volta é um link',
  'login.codeSent.resend.counting · xstate.error.actor.clock → login.codeSent.resend.allowed':
    'a página sabe as horas',
};
const reopened = new Reopened('login', instead);
const board = new Board('login', all, never);

describe('the sign-in, replayed in a browser', () => {
  test('takes every transition but those that nobody can bring about', ({ expect }) => {
    expect(untaken).toEqual(Object.keys(never));
  });
  test('has an address in the flow book for each tour, which ends where the tour does', async ({
    expect,
  }) => {
    for (const tour of tours)
      expect(await inBook(loginMachine, tour, atOnce).run(tour.steps.length)).not.toBe(null);
  });

  for (const tour of tours)
    test(`is where its chart is: ${nameOf(tour)}`, async ({ browser, shop, faults }) => {
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
        look: () => codesCounted(shop, [person.phone, person.email], world.sent),
        book: inBook(loginMachine, tour, atOnce),
        board,
        reopened,
      });
      await context.close();
    });
});

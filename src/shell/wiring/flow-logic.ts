import { addressActors } from '#actors/place/address.ts';
import { cardActors } from '#actors/order/card.ts';
import { checkoutActors } from '#actors/checkout.ts';
import { contactActors } from '#actors/person/contact.ts';
import { codeActors } from '#actors/person/code.ts';
import { leadRecord } from '#actors/person/lead.ts';
import { loginActors } from '#actors/person/login.ts';
import { pixActors } from '#actors/order/pix.ts';
import { signupActors } from '#actors/person/signup.ts';
import type { Client } from '#api/client.ts';
import { contactMachine } from '#machines/account/contact.machine.ts';
import { addressMachine } from '#machines/address/address.machine.ts';
import { checkoutMachine } from '#machines/checkout/checkout.machine.ts';
import type { FlowCharts } from '#machines/navigation/flows.ts';
import { loginMachine } from '#machines/login/login.machine.ts';
import { cardMachine } from '#machines/orders/card.machine.ts';
import { pixMachine } from '#machines/orders/pix.machine.ts';
import { proofMachine } from '#machines/login/proof.machine.ts';
import { signupMachine } from '#machines/signup/signup.machine.ts';
import { deviceOf } from '#client/device.ts';
import { late } from '#client/late.ts';
import type { Storage } from '#client/storage.ts';

/** Charts that a page of one person is drawn from: they ask nothing. */
export const bare = { pix: pixMachine, checkout: checkoutMachine };

/** The checkout of a page that the server draws: nothing is asked there in somebody's name. */
const stillCheckout = () =>
  checkoutMachine.provide({
    actors: late<Omit<ReturnType<typeof checkoutActors>, 'keepLock'>>(
      () => Promise.reject(new Error('a server asks nothing')),
      [
        'quote',
        'recallQuote',
        'paymentMethods',
        'lock',
        'beginCard',
        'changeCard',
        'placeOrder',
        'lastOrder',
        'findOrder',
        'keepGuest',
      ],
      false,
    ),
  });

/**
 * The flows with every port wired. A chunk of its own: the shop window does without it.
 * @param now the server's clock, epoch ms
 */
export const flowLogic = (
  api: Client,
  now: () => number,
  storage: Storage,
): FlowCharts & { pix: typeof pixMachine; card: typeof cardMachine } => ({
  login: loginMachine.provide({ actors: loginActors(api, now) }),
  signup: signupMachine.provide({
    actors: {
      ...signupActors(api, () => deviceOf(storage)),
      proof: proofMachine.provide({ actors: codeActors(api, now) }),
      second: contactMachine.provide({
        actors: {
          ...contactActors(() => Promise.resolve(api), storage.second, now, false),
          proof: proofMachine.provide({ actors: codeActors(api, now) }),
        },
      }),
    },
  }),
  address: addressMachine.provide({ actors: addressActors(api) }),
  checkout:
    typeof window === 'undefined'
      ? stillCheckout()
      : checkoutMachine.provide({
          actors: {
            ...checkoutActors(
              api,
              now,
              leadRecord(api, storage.lead, () => deviceOf(storage)),
            ),
            proof: proofMachine.provide({ actors: codeActors(api, now) }),
          },
        }),
  pix: pixMachine.provide({ actors: pixActors(api, now) }),
  card: cardMachine.provide({
    actors: { ...cardActors(api), proof: proofMachine.provide({ actors: codeActors(api, now) }) },
  }),
});

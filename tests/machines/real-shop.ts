import { type Actor, type AnyActorRef, type AnyStateMachine, createActor, fromPromise } from 'xstate';
import { cents } from '#contract/money.ts';
import type { CheckoutDraft, OrderState } from '#contract/order/order.ts';
import { ApiProblem } from '#contract/problem.ts';
import { addressMachine } from '#machines/address/address.machine.ts';
import type { AppInput } from '#machines/app/context.ts';
import { isNotFound, refusalOf, whereIs } from '#machines/app/selectors.ts';
import { appMachine } from '#machines/app/app.machine.ts';
import { campaignsMachine } from '#machines/catalog/campaigns.machine.ts';
import { watchCart } from '#actors/coupon.ts';
import type { CartWrite } from '#machines/cart/facts.ts';
import { cartMachine } from '#machines/cart/cart.machine.ts';
import { couponMachine } from '#machines/cart/coupon.machine.ts';
import { chosenIn } from './catalog/chosen-wired.ts';
import { catalogMachine } from '#machines/catalog/catalog.machine.ts';
import { checkoutMachine } from '#machines/checkout/checkout.machine.ts';
import { leadMachine } from '#machines/lead.machine.ts';
import { loginMachine } from '#machines/login/login.machine.ts';
import { marketplaceMachine } from '#machines/marketplace.machine.ts';
import { networkMachine } from '#machines/network.machine.ts';
import { noticesMachine } from '#machines/notices.machine.ts';
import { ordersMachine } from '#machines/orders/orders.machine.ts';
import { cardMachine } from '#machines/orders/card.machine.ts';
import { pixMachine } from '#machines/orders/pix.machine.ts';
import { flowIds } from '#machines/navigation/flows.ts';
import { toAsked } from '#machines/navigation/place.ts';
import { productMachine } from '#machines/catalog/product.machine.ts';
import type { Place } from '#machines/navigation/screens.ts';
import { proofMachine } from '#machines/login/proof.machine.ts';
import { sessionMachine } from '#machines/session/session.machine.ts';
import { signupMachine } from '#machines/signup/signup.machine.ts';
import { tokenMachine } from '#machines/session/token.machine.ts';
import { walletsMachine } from '#machines/wallets.machine.ts';
import { address, cardMethod, cartOf, lock, pricedLine, quote } from '../support/samples.ts';
import { answeredContact } from './account/answered-contact.ts';
import { charge as cardCharge } from './orders/card.model.ts';
import {
  NOW,
  account,
  blocked,
  campaign,
  campaignId,
  cartUuid,
  client,
  ended,
  guest,
  item,
  itemId,
  leadId,
  newcomer,
  openingIn,
  order,
  orderCode,
  preview,
  store,
} from './samples.ts';
import { movement, walletOf, walletUuid } from './wallet-samples.ts';

export type Who = 'visitor' | 'guest' | 'client' | 'clientWithoutAddress' | 'newcomer' | 'expired';
const delivered = { location: address, shippingMethod: { id: 'express', type: 'EXPRESS' } } as const;
export const drafts = {
  empty: {},
  addressed: { location: address },
  delivered,
  pix: { ...delivered, paymentMethod: { type: 'PIX' } },
  card: { ...delivered, paymentMethod: { type: 'CREDIT_CARD', installments: 3 } },
  pixAndWallet: {
    ...delivered,
    paymentMethod: { type: 'PIX' },
    wallets: [{ uuid: walletUuid(1), amount: 5 }],
  },
  cardWithoutDelivery: { location: address, paymentMethod: { type: 'CREDIT_CARD', installments: 2 } },
} as const satisfies Record<string, CheckoutDraft>;
export type DraftName = keyof typeof drafts;
export interface World {
  /** how the order of the samples stands; `gone`: the server knows none */
  order?: OrderState | 'gone';
  who: Who;
  lines: number;
  draft: DraftName;
  intranet: boolean;
  /** whether the store lets people buy without an account: it does unless told otherwise */
  guests?: boolean;
  /** a company's store has nothing for this person */
  campaignless?: boolean;
}
/** Who is here, with two lines in the cart and everything for the order decided. */
export const world = (who: Who, more: Partial<World> = {}): World => ({
  who,
  lines: 2,
  draft: 'pix',
  intranet: false,
  ...more,
});
export const campaigns = [campaign(1), openingIn(2, 3_600_000), blocked(3), ended(4)];
/** Answers that one test wants otherwise, by the name of the port; one that answers nothing is listened to. */
export type Ports = Record<
  string,
  (input: { point: unknown; who: { kind: string }; key: string }) => unknown
>;
/** A chart with ports answered by functions: each answers at once, throws its refusal, or never comes back. */
function wiredWith<M extends AnyStateMachine>(
  ports: Ports,
  machine: M,
  answers: Record<string, (input: never) => unknown>,
): M {
  const actors = Object.fromEntries(
    Object.entries(answers).map(([name, make]) => [
      name,
      fromPromise(async ({ input }) => ports[name]?.(input as never) ?? make(input as never)),
    ]),
  );
  // The same chart; what the answers look like is said by the samples
  return machine.provide({ actors } as never) as M;
}
const never = () => new Promise(() => {});
const unknown = () => Promise.reject(new ApiProblem('NOT_FOUND'));
const signedIn = {
  visitor: null,
  guest: null,
  expired: null,
  client,
  clientWithoutAddress: client,
  newcomer,
} as const;

function found(ref: string) {
  const known = campaigns.find(({ id, slug }) => id === ref || slug === ref);
  if (!known) throw new ApiProblem('NOT_FOUND');
  return known;
}

/** The real charts of the whole shop on a server that answers at once: only the ports are ours. */
export function openShop(
  { who, lines, draft, intranet, order: standing = 'PAID', guests = true, campaignless = false }: World,
  asked?: Place,
  ports: Ports = {},
  { cartDraft, ...left }: Partial<AppInput> & { cartDraft?: CheckoutDraft } = {},
): Actor<typeof appMachine> {
  const held =
    lines > 0
      ? [{ id: itemId(1), campaignId: campaignId(1), quantity: lines, name: 'Tomate', price: cents(990) }]
      : [];
  const known = cartDraft ?? (who === 'clientWithoutAddress' ? drafts.empty : drafts[draft]);
  const written = (uuid: string, version: number, more: CheckoutDraft) => ({
    ...cartOf(
      version,
      held.map((line) => ({ ...pricedLine(1, line.quantity), id: line.id, campaignId: line.campaignId })),
    ),
    uuid,
    ...more,
    ...(more.coupon ? { couponTerms: { type: 'FIXED' as const, value: 2, minTotal: 15 } } : {}),
  });
  const person = signedIn[who];
  const wired = <M extends AnyStateMachine>(
    machine: M,
    answers: Record<string, (input: never) => unknown>,
  ): M => wiredWith(ports, machine, answers);
  const input: AppInput = {
    tenant: { client: 'feira', intranet, guestOrders: guests },
    now: NOW,
    hint: who !== 'visitor' && who !== 'guest',
    guest: who === 'guest' ? guest : null,
    ...(asked ? { asked: toAsked(asked) } : {}),
    ...left,
    cart: {
      memory: {
        uuid: lines ? cartUuid : null,
        base: { version: 1, lines: held, draft: known },
        edits: [],
        saved: null,
        leadId: who === 'guest' ? leadId : null,
        isClient: false,
      },
    },
  };
  const answeredProof = wired(proofMachine, {
    sendCode: () => ({ resendAfter: 60, expiresIn: 300, at: NOW }),
    readClock: () => ({ now: NOW }),
    signIn: () => ({ tokens: client.tokens, signupGrant: null }),
  });
  const machine = appMachine.provide({
    actors: {
      session: wired(sessionMachine, {
        restoreSession: () => (who === 'expired' ? Promise.reject(new ApiProblem('TOKEN_REVOKED')) : person),
        loadAccount: () => ({ user: client.user, account: person?.account ?? null }),
        signOut: () => undefined,
      }).provide({
        actors: {
          token: wired(tokenMachine, { renewToken: () => Promise.reject(new ApiProblem('TOKEN_REVOKED')) }),
        },
      }),
      marketplace: wired(marketplaceMachine, { loadMarketplace: () => store(intranet) }),
      campaigns: wired(campaignsMachine, {
        loadCampaigns: () => ({ campaigns: campaignless ? [] : campaigns, now: NOW }),
        preloadTop: () => undefined,
      }),
      catalog: wired(catalogMachine, {
        loadPreview: ({ campaign: ref }: { campaign: string }) => preview(2, [item(1), item(2)], found(ref)),
        loadItems: () => [item(1), item(2)],
      }),
      product: wired(productMachine, { loadItem: () => item(1) }),
      lead: wired(leadMachine, { keepLead: () => ({ id: campaignId(98) }) }),
      cart: wired(cartMachine, {
        drawCart: () => ({ uuid: cartUuid }),
        ensureLead: () => ({ id: campaignId(99) }),
        putCart: ({ uuid, version, draft: given }: CartWrite) => written(uuid, version + 1, given),
        loadCart: ({ uuid }: { uuid: string }) => written(uuid, 2, known),
        loadSavedCart: () => null,
      }),
      coupon: wired(couponMachine, {
        applyCoupon: ({ code }: { code: string }) => ({ value: { code }, refusal: null }),
      }).provide({ actors: { watchCart } }),
      chosen: chosenIn(wired),
      orders: wired(ordersMachine, {
        loadOrders: () => ({ orders: [order(1)], page: 0, totalPages: 1 }),
        loadOpenOrders: () => [],
        loadOrder: () => (standing === 'gone' ? unknown() : { order: order(1, 1, standing), follow: null }),
        claimOrder: unknown,
        cancelOrder: () => undefined,
      }),
      wallets: wired(walletsMachine, {
        loadWallets: () => [walletOf(1)],
        loadWallet: ({ uuid }: { uuid: string }) =>
          uuid === walletUuid(1) ? { balance: walletOf(1).balance, statement: [movement(1)] } : unknown(),
      }),
      network: networkMachine,
      notices: wired(noticesMachine, { loadMessages: () => ({}) }),
      login: wired(loginMachine, {
        readClock: () => ({ now: NOW }),
        sendCode: () => ({ resendAfter: 60, expiresIn: 300, at: NOW }),
        signIn: () => ({ tokens: client.tokens, signupGrant: 'grant' }),
        activate: () => ({ user: client.user, account }),
      }),
      signup: wired(signupMachine, {
        lookUpPostalCode: () => address,
        createAccount: () => account,
        findAccount: () => null,
      }).provide({ actors: { second: answeredContact } }),
      address: wired(addressMachine, {
        lookUpPostalCode: () => address,
        locate: () => ({ problem: 'denied' }),
        saveAddress: () => account,
      }),
      checkout: wired(checkoutMachine, {
        quote: () => quote,
        recallQuote: () => null,
        paymentMethods: () => [{ type: 'PIX', label: 'Pix' }, cardMethod()],
        lock: ({ needsPlans }: { needsPlans: boolean }) => ({
          lock,
          at: NOW,
          ...(needsPlans ? { methods: [cardMethod()] } : {}),
        }),
        changeCard: () => undefined,
        beginCard: () => ({ clientSecret: 'sbx_1_secret_0123456789' }),
        placeOrder: never,
        lastOrder: () => order(1),
        findOrder: () => null,
        keepGuest: () => ({ id: campaignId(99) }),
      }).provide({ actors: { proof: answeredProof } }),
      pix: wired(pixMachine, {
        loadPix: () => ({
          charge: {
            orderCode: orderCode(1),
            expiresAt: new Date(NOW + 60_000).toISOString(),
            status: 'pending',
            attemptsLeft: 3,
          },
          at: NOW,
        }),
        renewPix: never,
      }),
      card: wired(cardMachine, {
        loadCard: () => ({ charge: cardCharge('pending'), nonce: 'nonce' }),
        payAgain: () => undefined,
      }).provide({ actors: { proof: answeredProof } }),
    },
  });
  return createActor(machine, { input });
}

/** Lets everything that is answered at once be answered. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setImmediate(resolve));
}
/** Where one is and why, as short text: `cart (cart.empty)`. */
export function landing(app: Actor<typeof appMachine>): string {
  const snapshot = app.getSnapshot();
  if (snapshot.status === 'error') throw snapshot.error;
  if (isNotFound(snapshot)) return 'notFound';
  const reason = refusalOf(snapshot)?.reason;
  return `${whereIs(snapshot)?.screen ?? 'nowhere'}${reason ? ` (${reason})` : ''}`;
}
export const flowOf = (app: Actor<typeof appMachine>): AnyActorRef | undefined => {
  const { children } = app.getSnapshot();
  return flowIds.map((flow) => children[flow]).find((flow) => flow !== undefined);
};

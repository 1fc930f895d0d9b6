import type { AppContext, AppInput } from './context.ts';
import { factOfOrder, factsOfCampaigns, factsOfCart, knownCampaigns, missingIn } from './facts.ts';
import { followWho } from './requests.ts';
import { appSetup } from './setup.ts';

/** The long-lived actors: what each is born with, and which facts the app copies from it. */
const root = appSetup.createStateConfig({
  invoke: [
    {
      id: 'session',
      systemId: 'session',
      src: 'session',
      input: ({ context }) => ({
        hint: born(context).hint,
        now: born(context).now,
        online: born(context).online ?? true,
        account: born(context).seed?.mine?.account ?? null,
      }),
    },
    {
      id: 'marketplace',
      systemId: 'marketplace',
      src: 'marketplace',
      input: ({ context }) => ({
        seed: born(context).seed?.marketplace,
        jitter: born(context).jitter ?? 0,
        point: context.point,
      }),
    },
    {
      id: 'campaigns',
      systemId: 'campaigns',
      src: 'campaigns',
      input: ({ context }) => ({
        seed: born(context).seed?.campaigns,
        now: born(context).now,
        jitter: born(context).jitter ?? 0,
        point: context.point,
        closed: context.intranet,
      }),
      onSnapshot: {
        actions: [
          {
            type: 'noteCampaigns',
            params: ({ event }) => ({ campaigns: factsOfCampaigns(event.snapshot) }),
          },
          { type: 'notifyCampaigns', params: ({ event }) => knownCampaigns(event.snapshot) },
        ],
      },
    },
    {
      id: 'catalog',
      systemId: 'catalog',
      src: 'catalog',
      input: ({ context }) => ({ seed: born(context).seed?.catalog }),
      onSnapshot: {
        actions: { type: 'noteCatalog', params: ({ event }) => ({ missing: missingIn(event.snapshot) }) },
      },
    },
    {
      id: 'product',
      systemId: 'product',
      src: 'product',
      input: ({ context }) => ({ seed: born(context).seed?.product }),
    },
    {
      id: 'location',
      systemId: 'location',
      src: 'location',
      input: ({ context }) => ({ memory: born(context).location ?? null }),
    },
    {
      id: 'cart',
      systemId: 'cart',
      src: 'cart',
      input: ({ context }) => {
        const { cart, seed } = born(context);
        return { ...cart, seed: seed?.mine?.cart ?? null, isClient: seed?.mine?.owner.kind === 'client' };
      },
      onSnapshot: {
        // A cart says more than the app copies.
        guard: { type: 'isCartNews', params: ({ event }) => ({ cart: factsOfCart(event.snapshot) }) },
        actions: [
          { type: 'noteCart', params: ({ event }) => ({ cart: factsOfCart(event.snapshot) }) },
          ...followWho,
          'notifyWhere',
        ],
      },
    },
    { id: 'coupon', systemId: 'coupon', src: 'coupon' },
    {
      id: 'chosen',
      systemId: 'chosen',
      src: 'chosen',
      input: ({ context }) => ({ memory: born(context).chosen }),
    },
    { id: 'lead', systemId: 'lead', src: 'lead' },
    {
      id: 'orders',
      systemId: 'orders',
      src: 'orders',
      input: ({ context }) => ({
        jitter: born(context).jitter ?? 0,
        seed: born(context).seed?.mine?.orders,
      }),
      onSnapshot: {
        actions: { type: 'noteOrder', params: ({ event }) => ({ order: factOfOrder(event.snapshot) }) },
      },
    },
    { id: 'wallets', systemId: 'wallets', src: 'wallets' },
    {
      id: 'network',
      systemId: 'network',
      src: 'network',
      input: ({ context }) => ({ online: born(context).online ?? true }),
    },
    { id: 'notices', systemId: 'notices', src: 'notices' },
  ],
});

export const rootActors = root.invoke;

/** Root actors are born in the first step, while there is a start; said once for the compiler. */
function born({ start }: AppContext): AppInput {
  if (start === null) throw new Error('born twice');
  return start;
}

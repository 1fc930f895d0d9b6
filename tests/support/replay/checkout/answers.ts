import type { AnyMachineSnapshot } from 'xstate';
import { ApiProblem, isProblem } from '#contract/problem.ts';
import { problemBody } from '#server/http/problem.ts';
import { pass } from '../means.ts';
import { fault, order, refusal } from '#tests/support/samples.ts';
import type { Outcome } from '#tests/support/walk.ts';
import { type Answer, type Gate, byNobody, byServer, invoked, refusedAs } from '../stage.ts';
import type { Act } from '../tours.ts';
import { clientSecret, held, heldWith, methods, nothing, offered, onlyPix, undivided } from './samples.ts';
import { type World, agree, comesTo, contextOf } from './world.ts';

type Calls = keyof World['gates'];
interface Answered {
  name: string;
  port: Calls;
  /** ids of the calls in the chart */
  ids: readonly string[];
  outcome: Outcome | ((snapshot: AnyMachineSnapshot) => Outcome);
  answer: Answer;
  /** Whether it can be answered so in this state. */
  isPossible?: (snapshot: AnyMachineSnapshot) => boolean;
}

/** The server does what it is asked, and its answer is lost. */
const lost: Answer = async (route) => {
  await route.fetch();
  await route.abort('failed');
};

/** Without an answer a call is made again by itself. */
const isRepeated = (answer: Answer) => answer === byNobody || answer === lost;
/** What is asked next is held again. */
const once =
  (gate: Gate, answer: Answer): Answer =>
  (route) => {
    gate.hold();
    return answer(route);
  };

/** The next question is whether the cart has become an order. */
const isAdopted = (outcome: Answered['outcome']) =>
  typeof outcome !== 'function' &&
  'error' in outcome &&
  isProblem(outcome.error, 'ORDERED', 'KEY_REUSED') &&
  !outcome.error.problem.current;

const actOf = ({ name, port, ids, outcome, answer, isPossible = () => true }: Answered): Act<World> => ({
  name,
  events: (snapshot) => {
    const id = invoked(snapshot).find((one) => ids.includes(one));
    if (id === undefined || !isPossible(snapshot)) return [];
    const said = typeof outcome === 'function' ? outcome(snapshot) : outcome;
    return [
      'ok' in said
        ? { type: `xstate.done.actor.${id}`, output: said.ok, actorId: id }
        : { type: `xstate.error.actor.${id}`, error: said.error, actorId: id },
    ];
  },
  perform: async (world) => {
    const { gates, told, tick, page } = world;
    await comesTo(world, () => gates[port].isHolding);
    if (isAdopted(outcome)) world.isFinding = true;
    if (port === 'find' && answer === byServer) world.isFinding = false;
    const before = told.active('checkout')?.join();
    // By card, the parcels of the sum that is held come with it.
    if (port === 'lock') await gates.methods.open(once(gates.methods, byServer));
    if (answer === unproved) await pass(world, 61);
    await gates[port].open(port === 'methods' && !isRepeated(answer) ? once(gates[port], answer) : answer);
    // A call that is made again by itself waits in between: its time goes on in strides.
    const stride = isRepeated(answer) ? () => page.clock.runFor(300) : tick;
    await comesTo({ told, tick: stride }, (active) => active?.join() !== before);
    if (stride !== tick) await agree(world);
  },
});

/** The answer of the server with something else in it that this shop cannot be brought to say. */
const altered =
  (alter: (said: never) => unknown): Answer =>
  async (route) => {
    // All of it, and not that it is as it was.
    const { 'if-none-match': _, ...asked } = route.request().headers();
    const response = await route.fetch({ headers: asked });
    const json = alter((await response.json()) as never); // the contract's, of which little is read
    const { etag: __, ...headers } = response.headers();
    await route.fulfill({ response, headers: { ...headers, 'content-encoding': 'identity' }, json });
  };
interface Offer {
  type: string;
  plans?: unknown[];
}

const quotes: Answered[] = [
  { name: 'the ways to receive it come', outcome: { ok: offered }, answer: byServer },
  {
    name: 'there is no way to receive it',
    outcome: { ok: nothing },
    answer: altered((quote: object) => ({ ...quote, options: [], refusal: 'AREA' })),
  },
  {
    name: 'nobody says how it can be received',
    outcome: fault,
    answer: byNobody,
  },
  {
    name: 'the ways to receive it are refused',
    outcome: refusal('NOT_FOUND'),
    answer: refusedAs('NOT_FOUND'),
  },
].map((one) => ({ ...one, port: 'quote', ids: ['quote'] }));

const PAYING = ['paymentMethods', 'updateMethods', 'plans', 'waysToPay'];
const ways: Answered[] = [
  { name: 'the ways to pay come', outcome: { ok: methods }, answer: byServer },
  {
    name: 'the sum is too small for parcels',
    outcome: { ok: undivided },
    answer: altered((all: Offer[]) =>
      all.map((one) => (one.plans ? { ...one, installments: 1, plans: one.plans.slice(0, 1) } : one)),
    ),
  },
  {
    name: 'Pix is the only way to pay',
    outcome: { ok: onlyPix },
    answer: altered((all: Offer[]) => all.filter(({ type }) => type === 'PIX')),
  },
  { name: 'there is no way to pay', outcome: { ok: [] }, answer: altered(() => []) },
  { name: 'nobody says how it can be paid', outcome: fault, answer: byNobody },
  { name: 'the ways to pay are refused', outcome: refusal('NOT_FOUND'), answer: refusedAs('NOT_FOUND') },
].map((one) => ({ ...one, port: 'methods', ids: PAYING }));

export const isByCard = (snapshot: AnyMachineSnapshot) =>
  contextOf(snapshot).draft.paymentMethod?.type === 'CREDIT_CARD';
const ofLock = (detail: string) =>
  ({ outcome: refusal('LOCK', { detail }), answer: refusedAs('LOCK', { detail }) }) as const;
const locks: Answered[] = [
  {
    name: 'it is reserved',
    outcome: (snapshot: AnyMachineSnapshot) => ({ ok: isByCard(snapshot) ? heldWith(methods) : held }),
    answer: byServer,
  },
  { name: 'nobody reserves it', outcome: fault, answer: byNobody },
  { name: 'reserving is refused', outcome: refusal('MALFORMED'), answer: refusedAs('MALFORMED') },
  { name: 'the cart is an order already', outcome: refusal('ORDERED'), answer: refusedAs('ORDERED') },
  { name: 'the hour is gone', ...ofLock('WINDOW_PAST') },
  { name: 'something of the cart is gone', ...ofLock('STOCK') },
].map((one) => ({ ...one, port: 'lock', ids: ['lock'] }));

/** The shop has the order, and the page was not told: nothing else is answered to the same order then. */
const isLost = (snapshot: AnyMachineSnapshot) => {
  const { problem, clientSecret } = contextOf(snapshot);
  return problem?.code === 'NETWORK' && (!isByCard(snapshot) || clientSecret !== null);
};
const isNotLost = (snapshot: AnyMachineSnapshot) => !isLost(snapshot);
/** What the order and the beginning of its payment may be refused as. */
const refusals = (
  [
    ['the shop is busy', 'IN_FLIGHT'],
    ['the order is refused', 'MALFORMED'],
    ['the cart has become an order', 'ORDERED'],
    ['the reservation is lost', 'LOCK_LOST'],
    ['the hour is taken', 'WINDOW'],
    ['this way to pay is refused', 'PAYMENT_METHOD'],
    ['the goods are gone', 'STOCK'],
    ['the key was used for something else', 'KEY_REUSED'],
  ] as const
).map(([name, code]) => ({ name, outcome: refusal(code), answer: refusedAs(code) }));
/** It is sent for after a minute at the soonest: the code that signed them in went out a moment ago. */
const unproved = refusedAs('FRESH_PROOF');
const PROOF = { outcome: refusal('FRESH_PROOF'), answer: unproved };
/** Another tab was quicker: the shop answers with the order that the cart has become. */
const quicker: Answer = async (route) => {
  const response = await route.fetch();
  const problem = new ApiProblem('ORDERED', { current: await response.json() });
  await route.fulfill({
    status: problem.status,
    headers: { 'content-type': 'application/problem+json', 'content-encoding': 'identity' },
    body: JSON.stringify(problemBody(problem, 'replay')),
  });
};
const orders: Answered[] = [
  { name: 'the order is made', outcome: { ok: order }, answer: byServer },
  {
    name: 'another tab was quicker',
    outcome: refusal('ORDERED', { current: order }),
    answer: quicker,
    isPossible: isNotLost,
  },
  { name: 'the order asks for a new code', ...PROOF, isPossible: isNotLost },
  { name: 'the answer to the order is lost', outcome: fault, answer: lost },
  ...refusals.map((one) => ({ ...one, isPossible: isNotLost })),
].map((one) => ({ ...one, port: 'place', ids: ['placeOrder'] }));
const cards: Answered[] = [
  { name: 'the payment by card is begun', outcome: { ok: { clientSecret } }, answer: byServer },
  { name: 'the payment asks for a new code', ...PROOF },
  { name: 'nobody begins the payment', outcome: fault, answer: byNobody },
  ...refusals.map((one) => ({ ...one, name: `at the payment: ${one.name}` })),
].map((one) => ({ ...one, port: 'card', ids: ['beginCard'] }));

const finds: Answered[] = [
  { name: 'there is no order', outcome: { ok: null }, answer: byServer, isPossible: isNotLost },
  { name: 'the order is found', outcome: { ok: order }, answer: byServer, isPossible: isLost },
  { name: 'nobody looks for the order', outcome: fault, answer: byNobody },
  { name: 'looking for the order is refused', outcome: refusal('MALFORMED'), answer: refusedAs('MALFORMED') },
].map((one) => ({ ...one, port: 'find', ids: ['findOrder'] }));

/** What a call is answered. */
export const answered: Act<World>[] = [...quotes, ...ways, ...locks, ...orders, ...cards, ...finds].map(
  actOf,
);

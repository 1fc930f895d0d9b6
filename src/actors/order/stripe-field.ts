import type {
  PaymentIntent,
  Stripe,
  StripeCardCvcElement,
  StripeCardElement,
  StripeConstructor,
  StripeError,
} from '@stripe/stripe-js';
import type { FieldEvent, FieldInput } from '#machines/orders/card-setup.ts';
import type { EventObject } from 'xstate';

const LOCALE = 'pt-BR';

/** Of Trusted Types, which are not in the compiler's library yet. */
interface Factory {
  defaultPolicy: unknown;
  createPolicy(name: 'default', rules: { createScriptURL: (url: string) => string }): unknown;
}
/**
 * Lets the provider's script in, and what it brings itself from there; every other address is refused (SEC-27). It
 * knows no policy of ours by name, therefore the default one, as its maker says.
 */
function trust({ protocol, host }: URL): void {
  const factory = Reflect.get(globalThis, 'trustedTypes') as Factory | undefined;
  if (!factory || factory.defaultPolicy) return;
  factory.createPolicy('default', {
    createScriptURL(url) {
      const asked = new URL(url, location.href);
      if (asked.protocol === protocol && (asked.host === host || asked.host.endsWith(`.${host}`))) return url;
      throw new TypeError(`${asked.origin} is not the card provider`);
    },
  });
}

/** The provider's script, once for each document; one that did not come is asked for again the next time. */
async function load(address: string): Promise<StripeConstructor> {
  if (!window.Stripe) {
    trust(new URL(address));
    const script = document.createElement('script');
    script.src = address;
    await new Promise((done, fail) => {
      script.addEventListener('load', done);
      script.addEventListener('error', fail);
      document.head.append(script);
    }).finally(() => script.remove());
  }
  if (!window.Stripe) throw new Error('the script of the card provider did not start');
  return window.Stripe;
}

/** The place for the field, which is drawn a moment after its chart has come here. */
const placeOf = (nonce: string, until: AbortSignal): Promise<HTMLElement> =>
  new Promise((done, fail) => {
    const look = () => {
      const place = document.getElementById(`field-${nonce}`);
      if (place) done(place);
      if (place || until.aborted) drawn.disconnect();
    };
    const drawn = new MutationObserver(look);
    drawn.observe(document.body, { childList: true, subtree: true });
    until.addEventListener('abort', () => {
      drawn.disconnect();
      fail(new Error('nobody waits for the field any more'));
    });
    look();
  });

/** What a fault of the provider's means; only a typing error stays with whoever typed. */
function heard({ type, code, payment_intent: intent }: StripeError): FieldEvent {
  if (type === 'validation_error' || (type === 'card_error' && !intent?.last_payment_error))
    return { type: 'field.refused', wrong: code ?? 'unknown' };
  return { type: type === 'api_connection_error' || type === 'api_error' ? 'field.lost' : 'field.answered' };
}

/**
 * Opens Stripe's own element in the place on the screen that has the nonce's name. What is typed into it goes from
 * its frame to Stripe; here is only heard how far it is, and the server is asked what became of it (SEC-22).
 * Source: D53, D54; Stripe.js, confirmCardPayment, handleNextAction.
 * @returns what it is told by. @throws when the field cannot be opened
 */
export async function openStripe(
  { field, publishableKey = '', nonce, clientSecret }: FieldInput,
  say: (event: FieldEvent) => void,
  until: AbortSignal,
): Promise<(event: EventObject) => void> {
  // Only in the document of a payment is there a place: the others may not load the script.
  const place = await placeOf(nonce, until);
  const make = await load(field);
  until.throwIfAborted();
  const stripe = make(publishableKey, { locale: LOCALE });
  const tell = (event: FieldEvent) => until.aborted || say(event);
  let isAsking = false;

  /** The bank's question stands in a window of Stripe's, over the page, until it is answered. */
  async function ask(): Promise<void> {
    tell({ type: 'field.challenged' });
    if (isAsking) return;
    isAsking = true;
    const { error } = await stripe.handleNextAction({ clientSecret }).finally(() => (isAsking = false));
    const event = error ? heard(error) : null;
    tell(event?.type === 'field.lost' ? event : { type: 'field.answered' });
  }

  const { paymentIntent: intent } = await stripe.retrievePaymentIntent(clientSecret);
  if (!intent) throw new Error('the card provider does not know the payment');
  const saved =
    intent.status === 'requires_confirmation' && typeof intent.payment_method === 'string'
      ? intent.payment_method
      : null;
  const element = await mounted(stripe, place, saved !== null);
  until.addEventListener('abort', () => element.destroy());

  /** Says what the payment waits for. */
  async function sayOf({ status }: PaymentIntent): Promise<void> {
    if (status === 'requires_action') return ask();
    const isToType = status === 'requires_payment_method' || status === 'requires_confirmation';
    tell(isToType ? { type: 'field.ready', isSaved: saved !== null } : { type: 'field.answered' });
  }
  async function look(): Promise<void> {
    const { paymentIntent: now, error } = await stripe.retrievePaymentIntent(clientSecret);
    if (error) tell(heard(error));
    else await sayOf(now);
  }
  function refuse(error: StripeError): void {
    const event = heard(error);
    if (event.type === 'field.refused') element.focus();
    tell(event);
  }
  async function confirm(): Promise<void> {
    const { paymentIntent: now, error } = await stripe.confirmCardPayment(
      clientSecret,
      {
        ...byCard(),
        // Where a bank's own page leads back to: this order, whose server is asked then.
        return_url: location.origin + location.pathname,
      },
      { handleActions: false },
    );
    if (error) refuse(error);
    else if (now.status === 'requires_action') await ask();
    else tell({ type: 'field.answered' });
  }
  const byCard = () =>
    saved === null
      ? { payment_method: { card: element as StripeCardElement } }
      : {
          payment_method: saved,
          payment_method_options: { card: { cvc: element as StripeCardCvcElement } },
        };
  /** Before it pays; one whose bank would ask for that is not kept. */
  async function keep(setup: string): Promise<void> {
    const { setupIntent, error } = await stripe.confirmCardSetup(
      setup,
      { payment_method: { card: element as StripeCardElement } },
      { handleActions: false },
    );
    if (error?.type === 'validation_error') refuse(error);
    else tell({ type: setupIntent?.status === 'succeeded' ? 'field.kept' : 'field.unkept' });
  }
  sayOf(intent).catch(() => tell({ type: 'field.lost' }));
  return (event) => {
    const work =
      event.type === 'confirm'
        ? confirm()
        : event.type === 'keep' && 'clientSecret' in event
          ? keep(String(event.clientSecret))
          : look();
    work.catch(() => tell({ type: 'field.lost' }));
  };
}

/** Its element for a new card, or for the code of one that it keeps, when it can be typed into. */
function mounted(
  stripe: Stripe,
  place: HTMLElement,
  isSaved: boolean,
): Promise<StripeCardElement | StripeCardCvcElement> {
  const { color, fontSize } = getComputedStyle(place);
  const style = { base: { color, fontSize, fontFamily: 'system-ui, sans-serif' } };
  const elements = stripe.elements({ locale: LOCALE });
  return new Promise((done, fail) => {
    if (isSaved) {
      const code = elements.create('cardCvc', { style });
      code.on('ready', () => done(code));
      return code.mount(place);
    }
    const card = elements.create('card', { style, hidePostalCode: true, disableLink: true });
    card.on('ready', () => done(card));
    card.on('loaderror', fail);
    card.mount(place);
  });
}

/**
 * What stands in for Stripe.js in the journeys: as much of it as the shop asks for, with frames of the peer's origin
 * that alone know what is typed. It is not Stripe's, and looks like it only to a program.
 */
(() => {
  const { origin } = new URL(document.currentScript.src);
  const listeners = new Map();
  addEventListener('message', ({ origin: from, data }) => {
    if (from === origin) listeners.get(data.to)?.(data);
  });
  /** A frame of the peer's, heard from then on. */
  function framed(place, page, title, hear) {
    const frame = document.createElement('iframe');
    const to = String(listeners.size + 1);
    listeners.set(to, hear);
    frame.title = title;
    frame.src = `${origin}/frame/${page}#${to}`;
    frame.style.border = '0';
    frame.style.width = '100%';
    frame.style.height = page === 'challenge' ? '120px' : '3rem';
    place.append(frame);
    return frame;
  }
  function element(kind) {
    const told = {};
    let frame;
    let answer;
    return {
      on(event, act) {
        told[event] = act;
      },
      mount(place) {
        frame = framed(place, kind, 'Campo seguro do cartão', (data) =>
          data.result ? answer(data.result) : told.ready?.(),
        );
      },
      focus: () => frame.focus(),
      destroy: () => frame.remove(),
      confirm: (ask) =>
        new Promise((done) => {
          answer = done;
          frame.contentWindow.postMessage(ask, origin);
        }),
    };
  }
  window.Stripe = (key) => ({
    elements: () => ({ create: element }),
    async retrievePaymentIntent(secret) {
      const id = secret.split('_secret_')[0];
      const query = new URLSearchParams({ key, client_secret: secret });
      const body = await (await fetch(`${origin}/v1/payment_intents/${id}?${query}`)).json();
      return body.error ? body : { paymentIntent: body };
    },
    confirmCardPayment: (secret, { payment_method: method, payment_method_options: options }) =>
      typeof method === 'string'
        ? options.card.cvc.confirm({ key, secret, method })
        : method.card.confirm({ key, secret }),
    confirmCardSetup: (secret, { payment_method: method }) => method.card.confirm({ key, secret }),
    handleNextAction: ({ clientSecret: secret }) =>
      new Promise((done) => {
        const frame = framed(document.body, 'challenge', 'O seu banco', ({ result }) => {
          if (!result) return frame.contentWindow.postMessage({ key, secret }, origin);
          frame.remove();
          done(result);
        });
      }),
  });
})();

/** A frame of what stands in for Stripe.js: a card, the code of a kept one, or the bank's question. */
(() => {
  const form = document.getElementById(location.pathname.split('/').at(-1));
  const to = location.hash.slice(1);
  const shop = new URL(document.referrer).origin;
  const tell = (data) => parent.postMessage({ to, ...data }, shop);
  const missing = (code) => tell({ result: { error: { type: 'validation_error', code } } });
  let asked;

  async function send(verb, fields) {
    const [id] = asked.secret.split('_secret_');
    const kind = id.startsWith('seti_') ? 'setup_intents' : 'payment_intents';
    const answer = await fetch(`/v1/${kind}/${id}/${verb}`, {
      method: 'POST',
      body: new URLSearchParams({ key: asked.key, client_secret: asked.secret, ...fields }),
    });
    const body = await answer.json();
    tell({
      result: answer.ok ? { [kind === 'setup_intents' ? 'setupIntent' : 'paymentIntent']: body } : body,
    });
  }
  addEventListener('message', ({ source, origin, data }) => {
    if (source !== parent || origin !== shop) return;
    asked = data;
    if (form.id === 'challenge') return;
    const { number, expiry, cvc } = Object.fromEntries(new FormData(form));
    if (form.id === 'card' && !/^\d{16}$/.test(number)) return missing('incomplete_number');
    if (form.id === 'card' && !/^\d\d\/\d\d$/.test(expiry)) return missing('incomplete_expiry');
    if (!/^\d{3}$/.test(cvc)) return missing('incomplete_cvc');
    void send('confirm', {
      cvc,
      ...(data.method === undefined ? { number, expiry } : { payment_method: data.method }),
    });
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (form.id === 'challenge') void send('authenticate', { passed: event.submitter.value });
  });
  for (const other of document.querySelectorAll('form')) if (other !== form) other.remove();
  form.hidden = false;
  tell({});
})();

/**
 * The card field of the sandbox's acquirer, as a provider would serve it: in a frame of the shop's page and of
 * another origin, which alone sees the number. It says to the shop how far it is, and never what was typed.
 * Both sides name the nonce of this frame; the page's policy says who may show it.
 */
const one = (id) => document.getElementById(id);
const nonce = location.hash.slice(1);
const client = new URLSearchParams(location.search).get('client') ?? '';
const shop = document.referrer ? new URL(document.referrer).origin : null;
const tell = (type, more = {}) => {
  if (shop && parent !== window) parent.postMessage({ nonce, type, ...more }, shop);
};

let clientSecret = null;
/** The card that was taken last: with its code it can be tried again. */
let token = null;
let kept = null;
let isBusy = false;

async function call(path, body) {
  const answer = await fetch(`/sandbox/acquirer/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-App': client },
    body: JSON.stringify({ ...(path === 'tokens' ? {} : { clientSecret }), ...body }),
  });
  const data = await answer.json();
  if (answer.ok) return data;
  throw Object.assign(new Error(data.title ?? 'refused'), { fields: data.fields ?? [], code: data.code });
}
/** One thing at a time, however often somebody taps; a network that is lost is said, and nothing is forgotten but the code. */
async function once(work) {
  if (isBusy) return;
  isBusy = true;
  one('news').textContent = '';
  try {
    await work();
  } catch (fault) {
    one('cvv').value = '';
    // The payment has moved on: the shop asks how it stands.
    if (fault.code === 'ILLEGAL_EVENT') tell('answered');
    else if (fault.code === 'MALFORMED')
      refuse(Object.fromEntries(fault.fields.map((one) => [one.field, one.message])));
    else tell('lost');
  } finally {
    isBusy = false;
    measure();
  }
}

const inputs = ['number', 'holder', 'expiry', 'cvv'];
/** Says beside each input what is wrong with it; nothing where nothing is. */
function mark(wrong) {
  for (const name of inputs) {
    one(`${name}-wrong`).textContent = wrong[name] ?? '';
    one(name).setAttribute('aria-invalid', String(Boolean(wrong[name])));
    one(name).setAttribute('aria-describedby', `${name}-wrong`);
  }
}
function refuse(wrong) {
  mark({ ...wrong, expiry: wrong.expiry ?? wrong.expMonth ?? wrong.expYear });
  one('news').textContent = wrong.clientSecret ?? wrong.token ?? '';
  inputs
    .map(one)
    .find((input) => input.getAttribute('aria-invalid') === 'true')
    ?.focus();
  measure();
  tell('refused');
}
function expiry() {
  const [, month, year] = /^\s*(\d{1,2})\s*\/?\s*(\d{2}|\d{4})\s*$/.exec(one('expiry').value) ?? [];
  if (!month) return null;
  return { expMonth: Number(month), expYear: (Number(year) % 100) + 2000 };
}
/** What is missing, in words, by field. */
function missing() {
  const wrong = {};
  if (!/^\d{3,4}$/.test(one('cvv').value)) wrong.cvv = 'O código tem 3 ou 4 números.';
  if (kept || token) return wrong;
  if (!/^\d{13,19}$/.test(one('number').value.replace(/[\s-]/g, '')))
    wrong.number = 'Confira o número do cartão.';
  if (!one('holder').value.trim()) wrong.holder = 'Escreva o nome como está no cartão.';
  const until = expiry();
  const last = until && new Date(until.expYear, until.expMonth, 1);
  if (!until || until.expMonth < 1 || until.expMonth > 12) wrong.expiry = 'Escreva mês e ano, como 08/29.';
  else if (last <= new Date()) wrong.expiry = 'Este cartão já venceu.';
  return wrong;
}

function show(what) {
  one('card').hidden = what !== 'card';
  one('challenge').hidden = what !== 'challenge';
  measure();
}
function showCard() {
  const card = kept ?? token;
  one('whole').hidden = one('until').hidden = Boolean(card);
  one('kept').hidden = !card;
  one('other').hidden = !token || Boolean(kept);
  if (card) one('kept').textContent = `Cartão final ${card.last4}: digite o código de segurança.`;
  show('card');
  tell('ready', { isSaved: Boolean(kept) });
}
function showChallenge(amount) {
  const sum = amount.toLocaleString('pt-BR', { style: 'currency', currency: 'BRL' });
  one('asked').textContent = `É você quem está pagando ${sum}?`;
  show('challenge');
  one('question').focus();
  tell('challenged');
}
/** Shows what the payment waits for, as the acquirer has it. */
async function look() {
  const charge = await call('charges');
  kept = charge.card ?? null;
  if (charge.state === 'challenge') showChallenge(charge.amount);
  else if (charge.state === 'open') showCard();
  else tell('answered');
}
/** The token of what is typed; null where something is missing, which is said. */
async function typed() {
  const wrong = missing();
  mark(wrong);
  if (Object.keys(wrong).length) return refuse(wrong);
  if (!kept && !token)
    token = await call('tokens', {
      number: one('number').value,
      holder: one('holder').value.trim(),
      cvv: one('cvv').value,
      ...expiry(),
    });
  return { ...(kept ? {} : { token: token.token }), cvv: one('cvv').value };
}
async function pay() {
  const card = await typed();
  if (!card) return;
  const { status } = await call('confirm', card);
  one('cvv').value = '';
  if (status === 'challenge') return look();
  show(null);
  tell('answered');
}
/** Keeps the card for another time, before it pays: what is typed stays for that. */
async function keep(setup) {
  const card = await typed();
  if (!card) return;
  const { status } = await call('confirm', { ...card, clientSecret: setup });
  tell(status === 'saved' ? 'kept' : 'unkept');
}
const answer = (passed) => () =>
  void once(async () => {
    await call('challenge', { passed });
    show(null);
    tell('answered');
  });

let height = 0;
function measure() {
  const now = Math.ceil(document.querySelector('main').getBoundingClientRect().height);
  if (now === height) return;
  height = now;
  tell('sized', { height: now });
}
new ResizeObserver(measure).observe(document.querySelector('main'));

one('number').addEventListener('input', ({ target }) => {
  target.value = target.value
    .replace(/\D/g, '')
    .slice(0, 19)
    .replace(/(.{4})(?=.)/g, '$1 ');
});
one('expiry').addEventListener('input', ({ target }) => {
  const digits = target.value.replace(/\D/g, '').slice(0, 4);
  target.value = digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits;
});
one('card').addEventListener('submit', (event) => {
  event.preventDefault();
  // The shop's own button pays, with what it knows of the sum.
  tell('submitted');
});
one('other').addEventListener('click', () => {
  token = null;
  showCard();
  one('number').focus();
});
one('yes').addEventListener('click', answer(true));
one('no').addEventListener('click', answer(false));
addEventListener('message', ({ source, origin, data }) => {
  if (source !== parent || origin !== shop || data?.nonce !== nonce) return;
  if (data.type === 'open') ({ clientSecret } = data);
  if (data.type === 'open' || data.type === 'look') void once(look);
  if (data.type === 'keep') void once(() => keep(data.clientSecret));
  if (data.type === 'confirm') void once(pay);
});
tell('loaded');

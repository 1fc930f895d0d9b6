const events = {
  'preparation.started': 'Começa o preparo',
  'order.shipped': 'Sai para a transportadora',
  'delivery.started': 'Sai para entrega',
  'order.delivered': 'É entregue',
  'delivery.failed': 'Não encontra ninguém',
  'delivery.rescheduled': 'Entrega é remarcada',
  'pickup.readied': 'Fica pronto para retirar',
  'cancellation.requested': 'Pedem para cancelar',
  'cancellation.accepted': 'Loja aceita cancelar',
  'cancellation.refused': 'Loja recusa cancelar',
  'payment.expired': 'Pix vence',
  'payment.reviewed': 'Pagamento em análise',
  'payment.declined': 'Pagamento recusado',
  'payment.confirmed': 'Pagamento confirmado',
  'order.canceled': 'É cancelado',
  'return.requested': 'Cliente pede troca',
  'return.received': 'Devolução chega',
  'return.refused': 'Devolução recusada',
  'refund.settled': 'Dinheiro devolvido',
};
const one = (id) => document.getElementById(id);
const say = (text) => {
  one('news').textContent = text;
};

async function call(method, path, body) {
  const answer = await fetch(
    path,
    body
      ? { method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
      : { method },
  );
  const data = answer.status === 204 ? null : await answer.json();
  if (!answer.ok) throw new Error(data?.title ?? `Resposta ${answer.status}`);
  return data;
}
const trying = (work) => (event) => {
  event?.preventDefault();
  void work(event).catch((error) => say(error.message));
};

async function showMessages() {
  const to = one('to').value.trim();
  const messages = await call('GET', `/sandbox/messages${to ? `?to=${encodeURIComponent(to)}` : ''}`);
  one('list').replaceChildren(
    ...messages.slice(0, 12).map(({ at, channel, to: who, text, code }) => {
      const row = document.createElement('li');
      const head = document.createElement('div');
      head.textContent = `${new Date(at).toLocaleString('pt-BR')} · ${channel === 'sms' ? 'SMS' : 'E-mail'} · ${who}`;
      const strong = document.createElement('b');
      strong.textContent = code ?? '';
      const full = document.createElement('div');
      full.textContent = text;
      row.append(head, strong, full);
      return row;
    }),
  );
  if (!messages.length) say('Nenhuma mensagem ainda.');
}
const orderCode = () => one('code').value.replace(/[\s-]/g, '').toUpperCase();
const moment = (at) =>
  new Date(at).toLocaleString('pt-BR', {
    timeZone: 'America/Sao_Paulo',
    dateStyle: 'full',
    timeStyle: 'short',
  });

/** The state in the words of the store's own documents, with its name for whoever reads a log. */
let states = {};
const inWords = (state) => (states[state] ? `${states[state].delivered} (${state})` : state);

let offset = 0;
const button = (text, act) => {
  const made = document.createElement('button');
  made.textContent = text;
  made.addEventListener('click', trying(act));
  return made;
};
async function moveTo(seconds) {
  await call('POST', '/sandbox/clock', { offsetSeconds: seconds });
  await showClock();
  say('O relógio da loja mudou.');
}
/** The shop's time, and one tap to the very moment at which a campaign opens or ends. */
async function showClock() {
  const clock = await call('GET', '/sandbox/clock');
  offset = clock.offsetSeconds;
  one('now').textContent = moment(clock.now);
  const real = Date.parse(clock.now) - offset * 1000;
  one('moments').replaceChildren(
    ...clock.moments.map(({ campaign, kind, at }) => {
      const row = document.createElement('li');
      const text = document.createElement('p');
      text.textContent = `${campaign} ${kind === 'opens' ? 'abre' : 'termina'} ${moment(at)}`;
      const buttons = document.createElement('div');
      buttons.className = 'row';
      const then = Math.ceil((Date.parse(at) - real) / 1000);
      buttons.append(
        button('1 min antes', () => moveTo(then - 60)),
        button(kind === 'opens' ? 'Quando abre' : 'Quando termina', () => moveTo(then)),
      );
      row.append(text, buttons);
      return row;
    }),
  );
}

one('event').replaceChildren(...Object.entries(events).map(([type, text]) => new Option(text, type)));
one('find').addEventListener('submit', trying(showMessages));
one('pay').addEventListener(
  'click',
  trying(async () => {
    await call('POST', `/sandbox/pix/${orderCode()}/pay`);
    say('Pix pago. A loja já recebeu o aviso do banco.');
  }),
);
one('advance').addEventListener(
  'click',
  trying(async () => {
    const { state, allowedEvents } = await call('POST', `/sandbox/orders/${orderCode()}/events`, {
      type: one('event').value,
    });
    say(
      `Agora: ${inWords(state)}. Pode acontecer: ${allowedEvents.map((type) => events[type] ?? type).join(', ') || 'nada mais'}.`,
    );
  }),
);
one('again').addEventListener(
  'click',
  trying(async () => {
    say('Recomeçando…');
    await call('POST', '/sandbox/reset');
    await showClock();
    say('Tudo de volta ao começo.');
  }),
);
for (const button of document.querySelectorAll('[data-review]'))
  button.addEventListener(
    'click',
    trying(async () => {
      const { status } = await call('POST', `/sandbox/acquirer/reviews/${orderCode()}`, {
        approved: button.dataset.review === 'true',
      });
      say(status === 'authorised' ? 'Pagamento aprovado.' : 'Pagamento recusado.');
    }),
  );
one('real').addEventListener(
  'click',
  trying(() => moveTo(0)),
);
for (const step of document.querySelectorAll('[data-step]'))
  step.addEventListener(
    'click',
    trying(() => moveTo(offset + Number(step.dataset.step))),
  );
for (const button of document.querySelectorAll('[data-persona]'))
  button.addEventListener(
    'click',
    trying(async () => {
      for (const key of Object.keys(localStorage)) localStorage.removeItem(key);
      sessionStorage.clear();
      const { persona, client } = await call('POST', `/sandbox/personas/${button.dataset.persona}`);
      // The shop asks who is here only where a sign-in is remembered.
      if (persona !== 'visitor') localStorage.setItem(`vitrine:${client}:hint`, 'true');
      location.assign('/');
    }),
  );
for (const button of document.querySelectorAll('[data-staff]'))
  button.addEventListener(
    'click',
    trying(async () => {
      const { me } = await call('POST', `/sandbox/staff/${button.dataset.staff}`);
      const { code: digits } = await call('GET', `/sandbox/staff/${button.dataset.staff}/code`);
      say(`${me.name} entrou na operação. Código agora: ${digits}`);
    }),
  );
one('key').addEventListener(
  'click',
  trying(async () => {
    const { key, campaigns } = await call('POST', '/sandbox/keys');
    const link = document.createElement('a');
    link.href = `/invite/code?key=${key}`;
    link.textContent = key;
    one('made').replaceChildren(link, ` abre ${campaigns.join(', ')}.`);
  }),
);
one('fill').addEventListener(
  'click',
  trying(async () => {
    await call('POST', '/sandbox/demo-orders');
    say('Os pedidos estão sendo feitos; levam alguns segundos.');
  }),
);
const code = new URLSearchParams(location.search).get('order');
if (code) one('code').value = code;
trying(showClock)();
trying(async () => {
  states = await call('GET', '/api/documents/status');
})();
trying(showMessages)();

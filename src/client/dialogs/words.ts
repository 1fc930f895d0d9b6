import type { Dialog } from '#contract/place.ts';

/** What a question says: its title, what stands below, and what is on the button of each event. */
export interface QuestionWords<Event extends string = string> {
  title: string;
  text: string;
  buttons: Readonly<Record<Event, string>>;
}

/** What is said where the store has no words of its own, or none that can be shown. */
export const bundled = {
  logout: {
    title: 'Sair da sua conta?',
    text: 'Seus pedidos continuam guardados na conta. Para ver tudo aqui de novo, é só entrar.',
    buttons: { 'signout.requested': 'Sair da conta', 'question.closed': 'Ficar' },
  },
  cancelOrder: {
    title: 'Cancelar este pedido?',
    // Where the money goes is said by the shop, which knows how it was paid.
    text: '',
    buttons: { 'cancel.requested': 'Cancelar pedido', 'cancel.dismissed': 'Manter pedido' },
  },
  location: {
    title: 'Você está neste endereço?',
    text: 'O mapa não conhece este endereço. Com a localização do aparelho sabemos se entregamos aí e quem entrega acha a porta.',
    buttons: { 'gps.requested': 'Permitir localização', 'geolocation.declined': 'Agora não' },
  },
} as const satisfies Record<string, QuestionWords>;

/** The store's words over those of the program, button by button: what has no word of the store keeps its own. */
export function wordedBy<Event extends string>(
  own: Dialog | null,
  words: QuestionWords<Event>,
): QuestionWords<Event> {
  if (!own) return words;
  const labels = new Map(own.buttons.map(({ event, text }) => [event, text]));
  const buttons = Object.fromEntries(
    Object.entries<string>(words.buttons).map(([event, text]) => [event, labels.get(event) ?? text]),
  ) as Record<Event, string>; // fromEntries forgets its keys
  return { title: own.title, text: own.text, buttons };
}

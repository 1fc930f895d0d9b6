/**
 * Whether somebody sees the page: a region beside what a chart keeps fresh, which rests while nobody does. A page
 * that comes back from the browser's memory is seen.
 */
export const page = {
  description: 'Se a página está à vista ou escondida atrás de outra.',
  initial: 'seen',
  states: {
    seen: {
      description: 'A página está à vista, e o que ela mostra é mantido em dia.',
      on: { 'page.hidden': 'hidden' },
    },
    hidden: {
      description: 'A página está escondida, e nada é buscado por causa do tempo.',
      on: { 'page.shown': 'seen', restored: 'seen' },
    },
  },
} as const;

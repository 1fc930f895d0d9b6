import { door, gates } from './gates.ts';
import { fromEvent } from '#machines/port.ts';
import { take } from '#machines/navigation/screen-edges.ts';

const checked = {
  checking: {
    description: 'Antes de mostrar as escolhas, a loja verifica se a campanha do produto está aberta.',
    tags: 'busy',
    always: [gates.scheduled, gates.blocked, gates.expired, { guard: 'isOpen', target: 'open' }],
  },
  open: {
    description: 'As escolhas estão à vista; completas, vão para o carrinho.',
    entry: 'notifyAccessed',
  },
} as const;

/**
 * The screens on which an item is put together. Which one it is stands in their address (D76), and so does what
 * is chosen: another choice is the same screen.
 */
const guarded = {
  initial: 'checking',
  entry: ['notifyProduct', 'notifyCatalog'],
  always: [gates.uncertain, ...door, gates.subjectUnknown, gates.missing],
  states: checked,
} as const;
const another = {
  guard: { type: 'isSameItem', params: fromEvent },
  actions: [take, 'leaveErrand'],
} as const;
export const choiceScreens = {
  kitOptionals: {
    description: 'A pessoa monta um kit, grupo por grupo; completo, ele vai para o carrinho.',
    ...guarded,
    on: { 'asked.app.kitOptionals': another },
  },
  flavor: {
    description: 'A pessoa escolhe os sabores de um produto; depois os confere.',
    ...guarded,
    on: { 'asked.app.flavor': another },
  },
  flavorConfirmation: {
    description: 'Os sabores escolhidos com o preço; certos, o produto vai para o carrinho.',
    ...guarded,
    on: { 'asked.app.flavorConfirmation': another },
  },
} as const;

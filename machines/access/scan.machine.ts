import { assign, sendTo, setup } from 'xstate';
import type { Scanned } from '#domain/order/scanned.ts';
import { failure, fromEvent, isFault, port, source } from '#machines/port.ts';

export type Facing = 'environment' | 'user';
export type CameraProblem = 'denied' | 'missing' | 'occupied' | 'unread' | 'failed';
/** What an opened camera shows and can do. */
export interface Camera {
  stream: MediaStream;
  /** the device's name for it; empty where it tells none */
  id: string;
  hasTorch: boolean;
  hasOther: boolean;
}
/** What the camera says by itself. */
export type CameraNews =
  | ({ type: 'camera.opened' } & Camera)
  | { type: 'camera.refused'; problem: CameraProblem }
  | { type: 'torch.missing' }
  | { type: 'code.seen'; text: string };
export type ScanEvent =
  | CameraNews
  | { type: 'camera.requested' }
  | { type: 'camera.turned' }
  | { type: 'camera.closed' }
  | { type: 'torch.chosen'; isLit: boolean }
  | { type: 'picture.chosen'; file: Blob }
  | { type: 'text.submitted'; text: string }
  | { type: 'page.hidden' }
  | { type: 'page.shown' };
export interface ScanInput {
  /** what a text means to this store */
  read: (text: string) => Scanned;
}
export interface ScanContext extends ScanInput {
  facing: Facing;
  camera: Camera | null;
  /** the camera that was opened last */
  lastCamera: string | null;
  /** the camera that was turned away from: not every one tells which way it looks */
  turnedFrom: string | null;
  isLit: boolean;
  /** the last code that was read; null before the first */
  scanned: Scanned | null;
}
type Text = { text: string };

const isMeant = { type: 'isMeant', params: fromEvent<Text> } as const;
const note = { type: 'noteText', params: fromEvent<Text> } as const;
/** A text in the place of the camera or beside it. @param otherwise where a code leads that means nothing here */
const reads = <T extends string>(otherwise: T) =>
  [
    { guard: isMeant, target: '#scan.found', actions: note },
    { target: otherwise, actions: note },
  ] as const;
/** What an opened camera takes and says. */
const ofOpened = {
  'code.seen': reads('#scan.using.stranger'),
  'camera.turned': { target: '#scan.using', reenter: true, actions: 'turn' },
  'torch.chosen': {
    guard: 'hasTorch',
    actions: [
      { type: 'noteTorch', params: fromEvent<{ isLit: boolean }> },
      { type: 'notifyTorch', params: fromEvent<{ isLit: boolean }> },
    ],
  },
  'torch.missing': { actions: 'forgetTorch' },
} as const;

/**
 * Reading a code: by the camera, from a picture, or typed. The camera is asked for once its reason was read, and
 * is let go of with the state that uses it. Source: specification §9; D86; decision 134.
 */
export const scanMachine = setup({
  types: {
    input: {} as ScanInput,
    context: {} as ScanContext,
    events: {} as ScanEvent,
    tags: {} as 'busy' | 'using' | 'refused' | 'stranger' | 'offline',
  },
  actors: {
    camera: source<CameraNews, Pick<ScanContext, 'facing' | 'turnedFrom'>>('camera'),
    readPicture: port<string | null, { file: Blob }>('readPicture'),
  },
  guards: {
    isMeant: ({ context }, { text }: Text) => context.read(text).kind !== 'stranger',
    isDenied: (_, { problem }: { problem: CameraProblem }) => problem === 'denied',
    isMissing: (_, { problem }: { problem: CameraProblem }) => problem === 'missing',
    isOccupied: (_, { problem }: { problem: CameraProblem }) => problem === 'occupied',
    isUnread: (_, { problem }: { problem: CameraProblem }) => problem === 'unread',
    hasTorch: ({ context }) => context.camera?.hasTorch === true,
    isEmpty: (_, { text }: { text: string | null }) => text === null,
    isFault,
  },
  actions: {
    noteText: assign(({ context }, { text }: Text) => ({ scanned: context.read(text) })),
    noteCamera: assign((_, { stream, id, hasTorch, hasOther }: Camera) => ({
      camera: { stream, id, hasTorch, hasOther },
      lastCamera: id,
    })),
    forgetCamera: assign({ camera: null, isLit: false }),
    forgetText: assign({ scanned: null }),
    forgetTorch: assign(({ context }) => ({
      camera: context.camera && { ...context.camera, hasTorch: false },
      isLit: false,
    })),
    turn: assign(({ context }) => ({
      facing: context.facing === 'user' ? ('environment' as const) : ('user' as const),
      turnedFrom: context.lastCamera,
    })),
    noteTorch: assign((_, { isLit }: { isLit: boolean }) => ({ isLit })),
    notifyTorch: sendTo('camera', (_, { isLit }: { isLit: boolean }) => ({ type: 'torch.set', isLit })),
  },
}).createMachine({
  id: 'scan',
  description: 'A leitura de um código: pela câmera, de uma foto ou digitado.',
  initial: 'explained',
  context: ({ input }) => ({
    ...input,
    facing: 'environment',
    camera: null,
    lastCamera: null,
    turnedFrom: null,
    isLit: false,
    scanned: null,
  }),
  on: {
    'camera.requested': { target: '.using', actions: 'forgetText' },
    'picture.chosen': { target: '.picture', actions: 'forgetText' },
    'text.submitted': reads('#scan.stranger'),
  },
  states: {
    explained: {
      description:
        'A pessoa lê para que serve a câmera, antes de o aparelho perguntar; pode digitar o código.',
    },
    using: {
      description: 'A câmera é desta tela enquanto ela estiver à vista; ao sair, ela é desligada.',
      tags: 'using',
      initial: 'opening',
      exit: 'forgetCamera',
      invoke: {
        id: 'camera',
        src: 'camera',
        input: ({ context: { facing, turnedFrom } }) => ({ facing, turnedFrom }),
        onError: 'failed',
      },
      on: {
        'camera.requested': {},
        'camera.refused': [
          { guard: { type: 'isDenied', params: fromEvent }, target: 'denied' },
          { guard: { type: 'isMissing', params: fromEvent }, target: 'missing' },
          { guard: { type: 'isOccupied', params: fromEvent }, target: 'occupied' },
          { guard: { type: 'isUnread', params: fromEvent }, target: 'unread' },
          { target: 'failed' },
        ],
        'camera.closed': 'explained',
        'page.hidden': 'paused',
        'text.submitted': reads('#scan.using.stranger'),
      },
      states: {
        opening: {
          description: 'O aparelho pergunta se a loja pode usar a câmera, e a abre.',
          tags: 'busy',
          on: {
            'camera.opened': { target: 'reading', actions: { type: 'noteCamera', params: fromEvent } },
            // A text typed meanwhile ends no question of the device.
            'text.submitted': reads('#scan.using.opening'),
          },
        },
        reading: {
          description: 'A câmera procura um código; o que ela vê não sai do aparelho.',
          on: ofOpened,
        },
        stranger: {
          description: 'O código lido não é desta loja: o que ele diz está à vista, e a câmera segue lendo.',
          tags: 'stranger',
          on: ofOpened,
        },
      },
    },
    paused: {
      description: 'A página saiu da vista e a câmera foi desligada; ao voltar, ela abre de novo.',
      on: { 'page.shown': 'using' },
    },
    denied: {
      description: 'O aparelho não deixou a loja usar a câmera; a pessoa digita, manda uma foto ou permite.',
      tags: 'refused',
    },
    missing: {
      description: 'Não há câmera aqui; a pessoa digita o código ou manda uma foto dele.',
      tags: 'refused',
    },
    occupied: {
      description: 'Outro aplicativo está com a câmera; a pessoa o fecha e tenta de novo.',
      tags: 'refused',
    },
    failed: {
      description: 'A leitura pela câmera parou; a pessoa tenta de novo, digita ou manda uma foto.',
      tags: 'refused',
    },
    picture: {
      description: 'O código está sendo procurado na foto, que não sai do aparelho.',
      tags: 'busy',
      invoke: {
        id: 'readPicture',
        src: 'readPicture',
        input: ({ event }) => ({ file: (event as Extract<ScanEvent, { type: 'picture.chosen' }>).file }),
        onDone: [
          { guard: { type: 'isEmpty', params: ({ event }) => ({ text: event.output }) }, target: 'blank' },
          {
            guard: { type: 'isMeant', params: ({ event }) => ({ text: event.output ?? '' }) },
            target: 'found',
            actions: { type: 'noteText', params: ({ event }) => ({ text: event.output ?? '' }) },
          },
          {
            target: 'stranger',
            actions: { type: 'noteText', params: ({ event }) => ({ text: event.output ?? '' }) },
          },
        ],
        onError: [{ guard: { type: 'isFault', params: failure }, target: 'unread' }, { target: 'blank' }],
      },
    },
    blank: {
      description: 'Não há código legível nesta foto; a pessoa escolhe outra, digita ou usa a câmera.',
      tags: 'refused',
    },
    unread: {
      description: 'Sem internet para buscar o leitor de códigos; a pessoa tenta de novo ou digita.',
      tags: ['refused', 'offline'],
    },
    stranger: {
      description: 'O código não é desta loja: o que ele diz está à vista, e outro pode ser lido.',
      tags: 'stranger',
    },
    found: {
      description: 'O código é desta loja e leva à página dele, ou a pessoa diz o que ele é.',
    },
  },
});

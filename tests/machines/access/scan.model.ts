import {
  type CameraProblem,
  type ScanContext,
  type ScanEvent,
  scanMachine,
} from '#machines/access/scan.machine.ts';
import type { Scanned } from '#domain/order/scanned.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import { bug, fault } from '#tests/support/samples.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';

const read = (text: string): Scanned =>
  text === 'ours' ? { kind: 'page', link: text } : { kind: 'stranger', text };
const stream = {} as MediaStream; // nothing of it is asked by a chart
const opened = { type: 'camera.opened', stream, hasTorch: true, hasOther: true } as const;
const FRONT = { ...opened, id: 'front' };
const BACK = { ...opened, id: 'back' };
const problems: CameraProblem[] = ['denied', 'missing', 'occupied', 'unread', 'failed'];

export const machine = scanMachine;
export const model: Model<typeof scanMachine> = {
  inputs: [{ read }],
  events: [
    { type: 'camera.requested' },
    { type: 'camera.turned' },
    { type: 'camera.closed' },
    BACK,
    FRONT,
    ...problems.map((problem): ScanEvent => ({ type: 'camera.refused', problem })),
    { type: 'torch.missing' },
    { type: 'torch.chosen', isLit: true },
    { type: 'torch.chosen', isLit: false },
    { type: 'code.seen', text: 'ours' },
    { type: 'code.seen', text: 'theirs' },
    { type: 'picture.chosen', file: new Blob(['picture']) },
    { type: 'text.submitted', text: 'ours' },
    { type: 'text.submitted', text: 'theirs' },
    { type: 'page.hidden' },
    { type: 'page.shown' },
  ],
  outcomes: {
    camera: [bug],
    readPicture: [{ ok: 'ours' }, { ok: 'theirs' }, { ok: null }, fault, bug],
  },
  reduceContext: (given) => {
    const { facing, camera, lastCamera, turnedFrom, isLit, scanned } = given as ScanContext;
    return [facing, camera?.hasTorch, lastCamera, turnedFrom, isLit, scanned?.kind];
  },
};

const textOf = (scanned: Scanned | null) =>
  scanned?.kind === 'page' ? scanned.link : scanned?.kind === 'stranger' ? scanned.text : null;

/** The camera is used in sight and by a yes alone; what was read is what leads on, and a stranger never does. */
export const oracle: Oracle = (snapshot, { steps, before }) => {
  const { camera, facing, turnedFrom, isLit, scanned } = snapshot.context as ScanContext;
  const isUsing = snapshot.hasTag('using');
  const at = (name: string) => snapshot.matches(name) || snapshot.matches({ using: name });
  expectThat('camera' in snapshot.children === isUsing, 'the camera lives with the state that uses it');
  expectThat(
    (camera !== null) === snapshot.matches({ using: 'reading' }) ||
      (camera !== null && snapshot.matches({ using: 'stranger' })),
    'a picture is there while a camera is open',
  );
  expectThat(!isLit || camera?.hasTorch === true, 'a light burns only where there is one');
  expectThat(!at('found') || scanned?.kind === 'page', 'only what is of this store leads on');
  expectThat(snapshot.hasTag('stranger') === at('stranger'), 'a stranger is named');
  expectThat(!at('stranger') || textOf(scanned) === 'theirs', 'and what it says is there');
  const event = steps.at(-1);
  if (!event || !before) return expectThat(at('explained'), 'why comes before the device asks');
  const was = (name: string) => before.matches(name) || before.matches({ using: name });
  const { type } = event;
  const text = event['text'];
  const wasOpen = was('reading') || before.matches({ using: 'stranger' });
  if (type === 'code.seen' && wasOpen)
    expectThat(text === 'ours' ? at('found') && !isUsing : isUsing && at('stranger'), 'a camera reads on');
  if (type === 'text.submitted')
    expectThat(
      text === 'ours'
        ? at('found')
        : before.hasTag('using')
          ? isUsing && textOf(scanned) === 'theirs'
          : at('stranger'),
      'what is typed is read wherever one is',
    );
  if (type === 'camera.requested') expectThat(isUsing, 'a camera is asked for from anywhere');
  if (type === 'camera.closed' && before.hasTag('using')) expectThat(at('explained'), 'and closed again');
  if (type === 'picture.chosen') expectThat(at('picture'), 'a picture takes the place of the camera');
  if (type === 'page.hidden' && before.hasTag('using')) expectThat(at('paused'), 'nothing is filmed unseen');
  if (type === 'page.shown' && was('paused')) expectThat(isUsing, 'and goes on where one comes back');
  if (type === 'camera.refused' && before.hasTag('using'))
    expectThat(at(String(event['problem'])) && snapshot.hasTag('refused'), 'why there is no camera');
  if (type === 'camera.turned') {
    expectThat((facing !== before.context.facing) === wasOpen, 'the other side, of an open camera');
    const open = (before.context as ScanContext).camera;
    expectThat(!open || turnedFrom === open.id, 'and not the camera that is open');
  }
  if (type === 'torch.chosen' && wasOpen && camera?.hasTorch)
    expectThat(isLit === event['isLit'], 'its light');
  if (type === 'xstate.error.actor.camera') expectThat(at('failed'), 'a fault of the camera is said');
  if (type === 'xstate.error.actor.readPicture')
    expectThat(
      at((event['error'] as Error).name === 'NetworkFault' ? 'unread' : 'blank'),
      'a picture that is not read says why',
    );
  if (type === 'xstate.done.actor.readPicture')
    expectThat(
      at(event['output'] === null ? 'blank' : event['output'] === 'ours' ? 'found' : 'stranger'),
      'what the picture says',
    );
};

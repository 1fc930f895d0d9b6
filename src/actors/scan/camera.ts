import { type EventObject, fromCallback, fromPromise } from 'xstate';
import type { Camera, CameraNews, CameraProblem, ScanContext } from '#machines/access/scan.machine.ts';
import { type Decoder, openDecoder } from './decoder.ts';

/** Between two looks, ms: a phone stays cool, and a person notices nothing. */
const LOOK_EVERY = 150;
/** Longest side of a picture that is looked through, px. */
const LONGEST_SIDE = 2_000;

/** Parts of a camera's settings that the compiler's library lacks. */
type Light = { torch?: boolean };
type TorchSet = { type: 'torch.set'; isLit: boolean };

const problems: Readonly<Record<string, CameraProblem>> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'occupied',
  AbortError: 'occupied',
  NetworkFault: 'unread',
};
const problemOf = (fault: unknown): CameraProblem => problems[(fault as Error).name] ?? 'failed';

type Wanted = Pick<ScanContext, 'facing' | 'turnedFrom'>;

/**
 * A camera that faces so, or the one there is. Where the device opens the one again that was turned away from,
 * because it does not tell which way each looks, another is taken. @throws DOMException for its reason
 */
async function open({ facing, turnedFrom }: Wanted): Promise<Omit<Camera, 'hasTorch'>> {
  // Left out of a page without a safe connection
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (!devices) throw new DOMException('no camera here', 'NotFoundError');
  const opened = (which: MediaTrackConstraints) =>
    devices.getUserMedia({ audio: false, video: { ...which, width: { ideal: 1_280 } } });
  const idOf = (stream: MediaStream) => stream.getVideoTracks()[0]?.getSettings().deviceId ?? '';
  const stream = await opened({ facingMode: facing });
  const id = idOf(stream);
  const others = (await devices.enumerateDevices()).filter(
    ({ kind, deviceId }) => kind === 'videoinput' && deviceId !== id,
  );
  const [other] = others;
  if (!other || id !== turnedFrom) return { stream, id, hasOther: others.length > 0 };
  for (const track of stream.getTracks()) track.stop();
  return {
    stream: await opened({ deviceId: { exact: other.deviceId } }),
    id: other.deviceId,
    hasOther: true,
  };
}

async function playing(stream: MediaStream): Promise<HTMLVideoElement> {
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  video.srcObject = stream;
  await video.play();
  return video;
}
const pause = () => new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));

async function smaller(file: Blob): Promise<ImageBitmap> {
  const whole = await createImageBitmap(file);
  const side = Math.max(whole.width, whole.height);
  if (side <= LONGEST_SIDE) return whole;
  const [resizeWidth, resizeHeight] = [whole.width, whole.height].map((length) =>
    Math.max(1, Math.round((length * LONGEST_SIDE) / side)),
  ) as [number, number];
  const small = await createImageBitmap(whole, { resizeWidth, resizeHeight, resizeQuality: 'high' });
  whole.close();
  return small;
}

/** Ports of the chart that reads codes. @param trustedScript makes an address of ours one of a script */
export const scanActors = (trustedScript: (address: string) => string) => ({
  /** The camera, for as long as it is used: its light goes out with the state. What it sees stays on the device. */
  camera: fromCallback<EventObject, Wanted, CameraNews>(({ input, sendBack, receive }) => {
    let isOver = false;
    let stream: MediaStream | undefined;
    let decoder: Decoder | undefined;
    const release = () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
      decoder?.close();
    };
    const refuse = (problem: CameraProblem) => {
      if (!isOver) sendBack({ type: 'camera.refused', problem });
    };
    const look = async (video: HTMLVideoElement, reader: Decoder) => {
      let last: string | null = null;
      while (!isOver) {
        const text = await reader.read(await createImageBitmap(video));
        if (isOver) return;
        // One that is held before it is told once.
        if (text !== null && text !== last) sendBack({ type: 'code.seen', text });
        last = text ?? last;
        await pause();
      }
    };
    const run = async () => {
      const camera = await open(input);
      ({ stream } = camera);
      if (isOver) return release();
      const [track] = stream.getVideoTracks();
      // Taken away by the device or by another application.
      track?.addEventListener('ended', () => refuse('occupied'));
      const light = (track?.getCapabilities?.() ?? {}) as Light;
      const [video, reader] = await Promise.all([playing(stream), openDecoder(trustedScript)]);
      decoder = reader;
      if (isOver) return release();
      sendBack({ type: 'camera.opened', ...camera, hasTorch: light.torch === true });
      await look(video, reader);
    };
    receive((event) => {
      const { isLit } = event as TorchSet; // the one event that is sent here
      const [track] = stream?.getVideoTracks() ?? [];
      track
        ?.applyConstraints({ advanced: [{ torch: isLit } as MediaTrackConstraintSet] })
        .catch(() => isOver || sendBack({ type: 'torch.missing' }));
    });
    void run().catch((fault: unknown) => refuse(problemOf(fault)));
    return () => {
      isOver = true;
      release();
    };
  }),
  /** The code of a picture; null where there is none. @throws NetworkFault when the reader did not come */
  readPicture: fromPromise<string | null, { file: Blob }>(async ({ input: { file } }) => {
    const picture = await smaller(file);
    const decoder = await openDecoder(trustedScript);
    try {
      return await decoder.read(picture);
    } finally {
      decoder.close();
    }
  }),
});

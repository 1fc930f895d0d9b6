import { NetworkFault } from '#contract/fault.ts';
// oxlint-disable-next-line import/default -- the bundler makes the address of the script its default export
import address from './decoder-worker.ts?worker&url';

/** Reads the code of a picture, which is used up by it; null where there is none. */
export interface Decoder {
  read(picture: ImageBitmap): Promise<string | null>;
  close(): void;
}
/** The part of the browser's own reader that is used; not in the compiler's library. */
interface Detector {
  detect(picture: ImageBitmap): Promise<{ rawValue: string }[]>;
}
interface Detectors {
  new (wanted: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
}

/** The browser's own; null where it has none or cannot read these. */
async function ownDetector(): Promise<Detector | null> {
  const Own = Reflect.get(globalThis, 'BarcodeDetector') as Detectors | undefined;
  const formats = await Own?.getSupportedFormats().catch((): string[] => []);
  return Own && formats?.includes('qr_code') ? new Own({ formats: ['qr_code'] }) : null;
}

/** @param trustedScript makes an address of ours one that a script may be loaded from */
function inWorker(trustedScript: (address: string) => string): Decoder {
  const worker = new Worker(trustedScript(address), { type: 'module' });
  const read = (picture: ImageBitmap) =>
    new Promise<string | null>((resolve, reject) => {
      const fail = (cause: unknown) => reject(new NetworkFault('the reader did not come', { cause }));
      worker.onerror = fail;
      worker.onmessage = ({ data }: MessageEvent<{ text: string | null } | { fault: string }>) =>
        'text' in data ? resolve(data.text) : fail(data.fault);
      worker.postMessage(picture, [picture]);
    });
  return { read, close: () => worker.terminate() };
}

/** The browser's own reader while it works, else ours. @param trustedScript as above */
export async function openDecoder(trustedScript: (address: string) => string): Promise<Decoder> {
  let own = await ownDetector();
  let ours: Decoder | undefined;
  return {
    async read(picture) {
      const found = await own?.detect(picture).catch(() => null);
      if (found) {
        picture.close();
        return found[0]?.rawValue ?? null;
      }
      own = null;
      ours ??= inWorker(trustedScript);
      return ours.read(picture);
    },
    close: () => ours?.close(),
  };
}

import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill';
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url';

/** The reader for browsers that have none: a worker of its own, with the policy that its script comes with. */

// The library's own choice would be a server of somebody else.
prepareZXingModule({
  overrides: {
    locateFile: (path: string, prefix: string) => (path.endsWith('.wasm') ? wasm : prefix + path),
  },
});
const detector = new BarcodeDetector({ formats: ['qr_code'] });

addEventListener('message', (event: MessageEvent<ImageBitmap>) => {
  const { data: picture } = event;
  void detector
    .detect(picture)
    .then(([found]) => postMessage({ text: found?.rawValue ?? null }))
    .catch((fault: unknown) => postMessage({ fault: String(fault) }))
    .finally(() => picture.close());
});

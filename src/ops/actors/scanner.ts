/** What a browser that reads codes offers; the others have the field to type into. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
type DetectorClass = new (options: { formats: string[] }) => Detector;

export const canScan = (): boolean =>
  'BarcodeDetector' in globalThis && Boolean(navigator.mediaDevices?.getUserMedia);

/**
 * Reads codes from the camera into `onCode` until it is stopped; the same code once in a row.
 * @throws DOMException when the person or the device allows no camera
 */
export async function scan(video: HTMLVideoElement, onCode: (text: string) => void): Promise<() => void> {
  // Asked for above: the type is not in every browser's list
  const { BarcodeDetector } = globalThis as unknown as { BarcodeDetector: DetectorClass };
  const detector = new BarcodeDetector({ formats: ['qr_code'] });
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  video.srcObject = stream;
  await video.play();
  let last = '';
  const timer = setInterval(() => {
    void detector
      .detect(video)
      .then(([found]) => {
        if (!found || found.rawValue === last) return;
        last = found.rawValue;
        onCode(last);
      })
      .catch(() => undefined);
  }, 300);
  return () => {
    clearInterval(timer);
    for (const track of stream.getTracks()) track.stop();
  };
}

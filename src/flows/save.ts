import type { ChartFacts } from './facts.ts';
import { mermaidOf } from './mermaid.ts';

export type Picture = 'SVG' | 'PNG' | 'Mermaid' | 'JSON';

/** Puts something among the downloads. */
export function saveAs(name: string, what: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(what);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

const drawn = () => document.querySelector<SVGSVGElement>('main svg');

/** What a drawing looks like without the book's sheets of styles: said at each part. */
const LOOKS = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'font',
  'opacity',
  'text-anchor',
] as const;

const groundColour = () => getComputedStyle(document.body).backgroundColor;

/** The drawing of a chart as a file of its own. @returns null while none is on the screen */
function pictureOf(): { text: string; width: number; height: number } | null {
  const svg = drawn();
  const layer = svg?.querySelector<SVGGElement>('g');
  if (!svg || !layer) return null;
  const { x, y, width, height } = layer.getBBox();
  const copy = svg.cloneNode(true) as SVGSVGElement; // the copy of an element is of its kind
  const [originals, copies] = [svg.querySelectorAll('*'), copy.querySelectorAll('*')];
  for (const [at, original] of [...originals].entries()) {
    const look = getComputedStyle(original);
    for (const name of LOOKS) copies[at]?.setAttribute(name, look.getPropertyValue(name));
    copies[at]?.removeAttribute('class');
  }
  copy.querySelector('g')?.removeAttribute('transform');
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('viewBox', `${x - 16} ${y - 16} ${width + 32} ${height + 32}`);
  copy.setAttribute('width', String(Math.round(width + 32)));
  copy.setAttribute('height', String(Math.round(height + 32)));
  const ground = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  const area = { x: x - 16, y: y - 16, width: width + 32, height: height + 32, fill: groundColour() };
  for (const [name, value] of Object.entries(area)) ground.setAttribute(name, String(value));
  copy.prepend(ground);
  return { text: new XMLSerializer().serializeToString(copy), width: width + 32, height: height + 32 };
}

/** No browser draws a larger picture, px along a side. */
const LARGEST_PICTURE = 8_192;

async function pngOf({
  text,
  width,
  height,
}: {
  text: string;
  width: number;
  height: number;
}): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const scale = Math.min(2, LARGEST_PICTURE / Math.max(width, height));
  const canvas = new OffscreenCanvas(Math.round(width * scale), Math.round(height * scale));
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('no picture can be drawn here');
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: 'image/png' });
}

/**
 * Puts a chart among the downloads.
 * @param kind `JSON`: its states and transitions as docs/charts has them. `Mermaid`: the text of a picture.
 * `SVG`, `PNG`: the picture that is on the screen
 */
export async function saveChart(chart: ChartFacts, kind: Picture): Promise<void> {
  if (kind === 'JSON')
    return saveAs(
      `${chart.id}.json`,
      new Blob([JSON.stringify(chart, null, 2)], { type: 'application/json' }),
    );
  if (kind === 'Mermaid')
    return saveAs(`${chart.id}.mmd`, new Blob([mermaidOf(chart)], { type: 'text/plain' }));
  const picture = pictureOf();
  if (!picture) return;
  if (kind === 'PNG') return saveAs(`${chart.id}.png`, await pngOf(picture));
  saveAs(`${chart.id}.svg`, new Blob([picture.text], { type: 'image/svg+xml' }));
}

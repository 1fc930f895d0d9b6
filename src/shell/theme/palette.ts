import type { Palette } from '#contract/place.ts';
import { brandShades, contrast } from './contrast.ts';

type Variables = Record<`--${string}`, string>;

const AA = 4.5;
const CANVAS = '#faf8f5';
const INK = '#1f1b16';
const NIGHT = '#171513';
const FAINTEST = '#72685c'; // --ink-3: what must stay readable on any canvas a tenant chooses
const WHITE = '#ffffff';
const BLACK = '#000000';

// A middle grey carries neither white nor our ink; black is then always enough (white below 4.5 means black
// above 4.6).
const firstReadable = (on: string, choices: string[]) =>
  [...choices, INK].find((colour) => contrast(colour, on) >= AA) ?? BLACK;

/**
 * The custom properties of a tenant's or a campaign's palette, for an element with `data-brand`.
 * Nothing is taken on trust: text on the brand colour, brand-coloured text and the neutral slots are used
 * only where they reach AA, else the house value stays.
 */
export function brandVariables(palette: Palette): Variables {
  const shades = palette.shades ?? brandShades(palette.primary);
  const shade = (step: number) => shades[step] ?? palette.primary;
  const canvas = contrast(FAINTEST, palette.background) >= AA ? palette.background : CANVAS;
  const variables: Variables = {};
  for (let step = 0; step < 10; step++) variables[`--brand-${step}`] = shade(step);
  variables['--brand-on'] = firstReadable(shade(7), [palette.onPrimary, WHITE]);
  variables['--brand-on-dark'] = firstReadable(shade(4), [NIGHT, WHITE]);
  variables['--brand-ink'] = firstReadable(canvas, [shade(7), shade(9)]);
  variables['--brand-on-soft'] = firstReadable(shade(1), [shade(9)]);
  if (canvas === palette.background) variables['--given-canvas'] = canvas;
  if (contrast(FAINTEST, palette.surface) >= AA) variables['--given-surface'] = palette.surface;
  if (contrast(palette.text, canvas) >= 7) variables['--given-ink'] = palette.text;
  if (contrast(palette.success, '#e2f3e7') >= AA) variables['--given-ok'] = palette.success;
  if (contrast(palette.warning, '#fcefd0') >= AA) variables['--given-warn'] = palette.warning;
  if (contrast(palette.error, '#fbe7e4') >= AA) variables['--given-bad'] = palette.error;
  return variables;
}

/**
 * The variables as text for a `style` attribute, where the page is put together without React. Values are
 * checked hex colours, so nothing needs escaping.
 */
export function brandCss(palette: Palette): string {
  return Object.entries(brandVariables(palette))
    .map(([name, value]) => `${name}:${value}`)
    .join(';');
}

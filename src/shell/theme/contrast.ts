/** sRGB hex `#rrggbb` to channels of 0 to 1. */
const channels = (hex: string): [number, number, number] => {
  const value = Number.parseInt(hex.slice(1), 16);
  return [((value >> 16) & 255) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];
};
const linear = (c: number) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
const gamma = (c: number) => (c <= 0.0031308 ? c * 12.92 : 1.055 * c ** (1 / 2.4) - 0.055);

const luminance = (hex: string) => {
  const [r, g, b] = channels(hex);
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
};

/** Contrast of two colours, 1 to 21. Source: WCAG 2.2, relative luminance. */
export function contrast(a: string, b: string): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

type Lch = [lightness: number, chroma: number, hue: number];

function lchOf(hex: string): Lch {
  // Map keeps the length, its type does not
  const [r, g, b] = channels(hex).map(linear) as [number, number, number];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const x = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const y = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return [0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, Math.hypot(x, y), Math.atan2(y, x)];
}

function hexOf([lightness, chroma, hue]: Lch): string {
  const x = chroma * Math.cos(hue);
  const y = chroma * Math.sin(hue);
  const l = (lightness + 0.3963377774 * x + 0.2158037573 * y) ** 3;
  const m = (lightness - 0.1055613458 * x - 0.0638541728 * y) ** 3;
  const s = (lightness - 0.0894841775 * x - 1.291485548 * y) ** 3;
  const rgb = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  // Out of the screen's gamut: give up chroma, never lightness, because contrast was promised on lightness.
  if (chroma > 0.002 && rgb.some((c) => c < -0.0005 || c > 1.0005))
    return hexOf([lightness, chroma * 0.94, hue]);
  const bytes = rgb.map((c) =>
    Math.round(255 * gamma(Math.min(1, Math.max(0, c))))
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${bytes.join('')}`;
}

const TINTS = [0.977, 0.93, 0.86, 0.785, 0.71, 0.635, 0.56];
const CHROMA = [0.06, 0.16, 0.34, 0.5, 0.68, 0.84, 0.94];

/**
 * The ten steps of a brand from its one colour, made in OKLCH. The colour itself is kept verbatim at 7: it
 * fills buttons in light; 4 fills them in dark.
 * Used when a palette comes without its `shades`.
 */
export function brandShades(primary: string): string[] {
  const [lightness, chroma, hue] = lchOf(primary);
  // A light brand (yellow) has no room for evenly spaced tints above it, so the scale is squeezed between it
  // and white.
  const bottom = Math.max(0.56, lightness + 0.02);
  const tints = TINTS.map((l, step) =>
    hexOf([0.977 - ((0.977 - l) / (0.977 - 0.56)) * (0.977 - bottom), chroma * (CHROMA[step] ?? 1), hue]),
  );
  const press = hexOf([Math.min(lightness - 0.08, 0.63), chroma * 0.94, hue]);
  const deep = hexOf([Math.min(lightness - 0.15, 0.42), chroma * 0.7, hue]);
  return [...tints, primary.toLowerCase(), press, deep];
}

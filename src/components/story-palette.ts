import type { StoryPalette } from '#contract/place.ts';
import type { CSSProperties } from 'react';

export type { StoryPalette };

/** What hangs over a story. Data of the campaign; a word that is not known draws nothing. */
export const motifs = ['awning', 'flags', 'lights', 'rings', 'waves'] as const;
export type Motif = (typeof motifs)[number];
export const motifOf = (word: string | null | undefined): Motif | null => motifs.find((motif) => motif === word) ?? null;

/** Story palettes of the house, for campaigns that bring none. The same in light and dark. */
export const storyPalettes = {
  feira: { bg: '#ffc94a', bg2: '#ffba36', ink: '#33190a', ink2: '#5a3413', a: '#d2432a', b: '#fff6e3' },
  natal: { bg: '#8e1f2f', bg2: '#741525', ink: '#fff3e4', ink2: '#f4d2c4', a: '#1f5b40', b: '#f6e3c5', cta: '#f6e3c5', onCta: '#5a0f1c' },
  queijo: { bg: '#f3d9a4', bg2: '#e9c680', ink: '#3b2508', ink2: '#5e421a', a: '#8a5a1b', b: '#fff6e3' },
  cafe: { bg: '#4a2b1c', bg2: '#3a2015', ink: '#fbebdd', ink2: '#e4c6af', a: '#d98b4a', b: '#f5e4d2', cta: '#f5e4d2', onCta: '#3a2015' },
  junina: { bg: '#1f4e79', bg2: '#183e61', ink: '#fdf3df', ink2: '#cfe0ee', a: '#e8a33d', b: '#fdf3df', cta: '#fdf3df', onCta: '#183e61' },
  verao: { bg: '#bfe6df', bg2: '#9ad6cc', ink: '#0b3b3a', ink2: '#1f5753', a: '#e8663c', b: '#fffaf0' },
  padaria: { bg: '#f0cfa6', bg2: '#e4ba86', ink: '#3d2208', ink2: '#613c17', a: '#a8551f', b: '#fff6e8' },
  doces: { bg: '#f7cfd2', bg2: '#efb4ba', ink: '#4a1020', ink2: '#6d2638', a: '#b3354d', b: '#fff4f1' },
  clube: { bg: '#14235c', bg2: '#0e1a47', ink: '#f4f1e6', ink2: '#c9d2f2', a: '#e7b84b', b: '#f4f1e6', cta: '#f4f1e6', onCta: '#14235c' },
} satisfies Record<string, StoryPalette>;

const isDark = (hex: string) => {
  const value = Number.parseInt(hex.slice(1), 16);
  return 0.3 * (value >> 16) + 0.59 * ((value >> 8) & 255) + 0.11 * (value & 255) < 128;
};

/** Custom properties of a story, for the `style` of the element that shows it. Without its own pair the action takes the brand's. */
export function storyStyle(palette: StoryPalette): CSSProperties {
  const variables: Record<`--${string}`, string> = {
    '--st-bg': palette.bg,
    '--st-bg2': palette.bg2,
    '--st-ink': palette.ink,
    '--st-ink2': palette.ink2,
    '--st-a': palette.a,
    '--st-b': palette.b,
    '--st-cell': isDark(palette.bg) ? '14%' : '72%',
    '--st-cta': palette.cta ?? 'var(--brand-7)',
    '--st-on-cta': palette.onCta ?? (palette.cta ? palette.bg : 'var(--brand-on)'),
  };
  return variables as CSSProperties; // CSSProperties has no index for custom properties
}

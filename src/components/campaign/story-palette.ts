import type { StoryPalette } from '#contract/place.ts';
import type { CSSProperties } from 'react';

export type { StoryPalette };

/** What hangs over a story. Data of the campaign; a word that is not known draws nothing. */
export const motifs = ['awning', 'flags', 'lights', 'rings', 'waves'] as const;
export type Motif = (typeof motifs)[number];
export const motifOf = (word: string | null | undefined): Motif | null =>
  motifs.find((motif) => motif === word) ?? null;

/** Story palette of the house, for campaigns that bring none. The same in light and dark. */
export const housePalette: StoryPalette = {
  bg: '#ffc94a',
  bg2: '#ffba36',
  ink: '#33190a',
  ink2: '#5a3413',
  a: '#d2432a',
  b: '#fff6e3',
};

const isDark = (hex: string) => {
  const value = Number.parseInt(hex.slice(1), 16);
  return 0.3 * (value >> 16) + 0.59 * ((value >> 8) & 255) + 0.11 * (value & 255) < 128;
};

/**
 * Custom properties of a story, for the `style` of the element that shows it. Without its own pair the action
 * takes the brand's.
 */
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

import { describe, expect, it } from 'vitest';
import { contrast } from '#app/theme/contrast.ts';
import { motifOf, storyPalettes } from '#components/story-palette.ts';

describe('story palettes of the house', () => {
  it.each(Object.entries(storyPalettes))('%s carries its text and its action', (_, palette) => {
    expect(contrast(palette.ink, palette.bg)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(palette.ink2, palette.bg)).toBeGreaterThanOrEqual(4.5);
    const { cta, onCta } = { cta: '#17694a', onCta: '#ffffff', ...palette };
    expect(contrast(onCta, cta)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(cta, palette.bg)).toBeGreaterThanOrEqual(3);
  });
  it('draw only motifs that are known', () => {
    expect(motifOf('awning')).toBe('awning');
    expect(motifOf('fireworks')).toBeNull();
    expect(motifOf(undefined)).toBeNull();
  });
});

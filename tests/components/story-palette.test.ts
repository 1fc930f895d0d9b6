import { describe, expect, it } from 'vitest';
import { contrast } from '#shell/theme/contrast.ts';
import { housePalette, motifOf } from '#components/campaign/story-palette.ts';

describe('the story palette of the house', () => {
  it("carries its text and the brand's action", () => {
    expect(contrast(housePalette.ink, housePalette.bg)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(housePalette.ink2, housePalette.bg)).toBeGreaterThanOrEqual(4.5);
    expect(contrast('#17694a', housePalette.bg)).toBeGreaterThanOrEqual(3);
  });
  it('draw only motifs that are known', () => {
    expect(motifOf('awning')).toBe('awning');
    expect(motifOf('fireworks')).toBeNull();
    expect(motifOf(undefined)).toBeNull();
  });
});

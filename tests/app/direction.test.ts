import { directionOf } from '#shell/direction.ts';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

describe('a change of screen', () => {
  it('comes from the right, goes back to the right, and lets the app screen rise', () => {
    expect(directionOf(3, 4, '/cart')).toBe('forward');
    expect(directionOf(3, 2, '/cart')).toBe('back');
    expect(directionOf(3, 4, '/')).toBe('up');
    expect(directionOf(3, 3, '/')).toBe('up');
    // Back is Back, also to the app screen.
    expect(directionOf(3, 1, '/')).toBe('back');
  });
  it('has a movement for each way, and none where less motion is asked for', () => {
    const css = readFileSync('src/shell/theme/base.css', 'utf8');
    const [moving = '', still = ''] = css.split('@media (prefers-reduced-motion: reduce)');
    for (const way of ['back', 'up'])
      expect(moving).toContain(`[data-direction="${way}"]::view-transition-new(root)`);
    expect(still).not.toMatch(/data-direction|screen-up|screen-in/);
    expect(still).toMatch(/::view-transition-new\(root\) \{\s*animation: screen-fade-in [^}]*!important/);
  });
});

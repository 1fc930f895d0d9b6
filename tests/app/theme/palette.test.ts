import { describe, expect, it } from 'vitest';
import { brandShades, contrast } from '#shell/theme/contrast.ts';
import { brandCss, brandVariables } from '#shell/theme/palette.ts';

const base = {
  primary: '#17694a',
  onPrimary: '#ffffff',
  secondary: '#d2432a',
  onSecondary: '#ffffff',
  background: '#faf8f5',
  surface: '#ffffff',
  text: '#1f1b16',
  success: '#14713f',
  warning: '#855300',
  error: '#b3261e',
};
const get = (palette: object, name: string) => brandVariables({ ...base, ...palette })[`--${name}`] ?? '';
const brands = [
  '#17694a',
  '#1d3fa8',
  '#ffc21a',
  '#ffe600',
  '#e4002b',
  '#000000',
  '#ffffff',
  '#7f7f7f',
  '#00b8d4',
  '#6a1b9a',
  '#ff7ab8',
];

describe('palette of a tenant', () => {
  it('measures contrast as WCAG does', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
    expect(contrast('#ffe600', '#ffffff')).toBeCloseTo(1.27, 1);
  });
  it.each(brands)('makes ten steps of %s and keeps it verbatim at 7', (primary) => {
    const shades = brandShades(primary);
    expect(shades).toHaveLength(10);
    expect(shades[7]).toBe(primary);
    for (const shade of shades) expect(shade).toMatch(/^#[0-9a-f]{6}$/);
  });
  it.each(brands)('reaches AA for every text that %s carries', (primary) => {
    const of = (name: string) => get({ primary }, name);
    expect(contrast(of('brand-on'), of('brand-7'))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(of('brand-on-dark'), of('brand-4'))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(of('brand-ink'), '#faf8f5')).toBeGreaterThanOrEqual(4.5);
    expect(contrast(of('brand-on-soft'), of('brand-1'))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(of('brand-3'), '#221f1c')).toBeGreaterThanOrEqual(4.5);
  });
  it('never assumes white on the brand, even when told to', () =>
    expect(get({ primary: '#ffc21a', onPrimary: '#ffffff' }, 'brand-on')).toBe('#1f1b16'));
  it('takes a canvas only where the faintest text stays readable', () => {
    expect(get({ background: '#ffffff' }, 'given-canvas')).toBe('#ffffff');
    expect(get({ background: '#b0a090' }, 'given-canvas')).toBe('');
  });
  it('uses the steps it is given', () =>
    expect(get({ shades: Array.from({ length: 10 }, (_, step) => `#17694${step}`) }, 'brand-3')).toBe(
      '#176943',
    ));
  it('writes itself as a style attribute', () => expect(brandCss(base)).toContain('--brand-7:#17694a'));
});

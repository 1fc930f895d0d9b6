import { createTheme } from '@mantine/core';
import { brand } from '#components/brand.ts';

/** Mantine in our clothes: names of our variables (ops.css), so that a colour is said once. */
export const theme = createTheme({
  colors: { brand },
  primaryColor: 'brand',
  primaryShade: 7,
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'var(--font)',
  defaultRadius: 'md',
});

import { createTheme, type MantineColorsTuple } from '@mantine/core';

const step = (index: number) => `var(--brand-${index})`;
const brand: MantineColorsTuple = [
  step(0),
  step(1),
  step(2),
  step(3),
  step(4),
  step(5),
  step(6),
  step(7),
  step(8),
  step(9),
];

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

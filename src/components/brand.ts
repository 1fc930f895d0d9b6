import type { MantineColorsTuple } from '@mantine/core';

const step = (index: number) => `var(--brand-${index})`;
/** The steps of the brand as Mantine names them: our variables, so that a colour is said once. */
export const brand: MantineColorsTuple = [
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

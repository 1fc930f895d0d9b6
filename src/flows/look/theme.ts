import { Button, createTheme } from '@mantine/core';
import { brand } from '#components/brand.ts';

/** Mantine in our clothes: names of our variables (book.css), so that a colour is said once. */
export const theme = createTheme({
  colors: { brand },
  primaryColor: 'brand',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'var(--font)',
  defaultRadius: 'md',
  components: {
    // Dark words on the light green of what is live.
    Button: Button.extend({
      vars: (_, { variant = 'filled' }) => ({
        root: variant === 'filled' ? { '--button-color': 'var(--live-ink)' } : {},
      }),
    }),
  },
});

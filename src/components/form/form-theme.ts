import { createTheme, type CSSVariablesResolver } from '@mantine/core';
import { brand } from '../brand.ts';

/**
 * Mantine in our clothes, for the rooms that use it (see mantine-scope.tsx). The colours are our variables,
 * so tenant, campaign and dark mode need no second source.
 */
export const theme = createTheme({
  colors: { brand },
  primaryColor: 'brand',
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'var(--font)',
  headings: { fontFamily: 'var(--display)', fontWeight: 'var(--display-weight)' },
  fontSizes: { xs: '0.8125rem', sm: '0.9375rem', md: '1rem', lg: '1.125rem', xl: '1.375rem' },
  lineHeights: { xs: '1rem', sm: '1.25rem', md: '1.5rem', lg: '1.5rem', xl: '1.75rem' },
  radius: { sm: 'var(--r-cell)', md: 'var(--r-control)', lg: 'var(--r-card)', xl: 'var(--r-sheet)' },
  defaultRadius: 'md',
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  shadows: { sm: 'var(--e-card)', md: 'var(--e-card)', xl: 'var(--e-sheet)' },
  components: {
    // The room's variables live on its own element, and a portal would leave it.
    Popover: { defaultProps: { withinPortal: false } },
    Combobox: { defaultProps: { withinPortal: false } },
  },
});

const shared = {
  '--mantine-color-white': 'var(--surface)',
  '--mantine-color-gray-0': 'var(--sunken)',
  '--mantine-color-gray-1': 'var(--sunken)',
  '--mantine-color-gray-2': 'var(--line)',
  '--mantine-color-gray-3': 'var(--line)',
  '--mantine-color-gray-4': 'var(--outline)',
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--ink-2)',
  '--mantine-color-placeholder': 'var(--ink-3)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--sunken)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--outline)',
  '--mantine-color-error': 'var(--bad)',
  '--mantine-color-anchor': 'var(--brand-text)',
  '--mantine-primary-color-filled': 'var(--brand)',
  '--mantine-primary-color-contrast': 'var(--on-brand)',
  '--mantine-color-brand-filled': 'var(--brand)',
  '--mantine-color-brand-light': 'var(--brand-soft)',
  '--mantine-color-brand-light-color': 'var(--on-soft)',
};

export const cssVariables: CSSVariablesResolver = () => ({ variables: shared, light: shared, dark: shared });

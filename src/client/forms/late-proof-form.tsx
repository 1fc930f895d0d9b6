import { later } from '#components/layout/later.tsx';
import type { ProofForm } from './proof-form.tsx';
import type { ComponentProps } from 'react';

/** ProofForm for the screens that hardly ever ask for a code: it brings the library of forms. */
export const LateProofForm = later<ComponentProps<typeof ProofForm>>(
  'client/forms/proof-form.tsx',
  async () => (await import('./proof-form.tsx')).ProofForm,
  null,
  { afterwards: true },
);

import type { ReactNode } from 'react';
import type { FormParts } from '#client/forms/checked-form.ts';
import { FormErrorSummary } from '#components/form/form-error-summary.tsx';

interface Props {
  form: FormParts;
  className: string | undefined;
  children: ReactNode;
}
/** A form of several fields: where it is refused, what is wrong of which stands above them. */
export function FieldsForm({ form, className, children }: Props) {
  return (
    <form className={className} {...form.props} noValidate>
      <FormErrorSummary {...form.summary} />
      {children}
    </form>
  );
}

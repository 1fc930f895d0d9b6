import type { FormField } from '#contract/place.ts';

/** A field that is asked and needed, unless it says otherwise. */
export const formField = (name: string, label: string, more: Partial<FormField> = {}): FormField => ({
  name,
  label,
  type: 'text',
  required: true,
  editable: true,
  hidden: false,
  ...more,
});

/** A field of the specification as a store changed it: never longer than it is, and asked where it is needed. */
export function changedField(base: FormField, own: FormField | undefined, isNeeded: boolean): FormField {
  if (!own) return base;
  const maxLength = Math.min(own.maxLength ?? Infinity, base.maxLength ?? Infinity);
  return {
    ...base,
    ...own,
    ...(maxLength < Infinity ? { maxLength } : {}),
    ...(isNeeded ? { required: true, hidden: false, dependsOn: undefined } : {}),
  };
}

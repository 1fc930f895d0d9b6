/** One field of a form, as a field component takes it. */
export interface FieldOf<K, T> {
  name: K;
  value: T;
  error: string | undefined;
  onChange: (value: T) => void;
}

/** The part of a form that its fields need. */
export interface FieldsOf<V> {
  values: V;
  field: <K extends keyof V & string>(name: K) => FieldOf<K, V[K]>;
  /** Several fields at once, as if somebody had typed them. */
  change: (patch: Partial<V>) => void;
}

/** A field that may be absent, as the text that stands in it. */
export const textOf = <K>({ value = '', ...field }: FieldOf<K, string | undefined>): FieldOf<K, string> => ({
  ...field,
  value,
});

import * as v from 'valibot';

/** A value that came from outside, if it is what it should be; else null. */
export function readAs<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> | null {
  const read = v.safeParse(schema, value);
  return read.success ? read.output : null;
}

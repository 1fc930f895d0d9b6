import * as v from 'valibot';

/** Words that only the import format of a tenant knows; the others come from `scalars.ts` and `place.ts`. */

export const Filled = v.pipe(v.string(), v.nonEmpty('Escreva um texto.'));

/**
 * What `npm run tenant:seal` prints: the name of the key that sealed it, a dot, and the rest in base64url. An
 * open one is not repeated. Source: docs/operations.md, "Cards".
 */
export const Sealed = v.pipe(
  Filled,
  v.rawCheck(({ dataset, addIssue }) => {
    if (dataset.typed && !/^[\w-]{1,16}\.[\w-]{39,}$/.test(dataset.value))
      addIssue({
        message: 'Sele esta chave com npm run tenant:seal e escreva aqui o que ele mostrar.',
        received: 'uma chave aberta',
      });
  }),
);

/** `HH:MM`, America/Sao_Paulo. */
export const HourOfDay = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Use a hora como 09:30.'));
/** The end of a time of day; `24:00` is the end of the day. */
export const EndHour = v.pipe(
  v.string(),
  v.regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'Use a hora como 18:00; o fim do dia é 24:00.'),
);

/** Day of the week as `Date#getDay` counts: 0 is Sunday. */
export const Weekday = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(6));

/** A fixed day (`2026-12-25`) or one of every year (`12-25`). */
export const Holiday = v.pipe(
  v.string(),
  v.regex(/^(\d{4}-)?(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'Use a data como 12-25 ou 2026-12-25.'),
  // Of every year: 29 February is one in some. What is no date at all was told just before.
  v.check(
    (day) => !(new Date(`2000-${day}`.slice(-10)).getUTCDate() < Number(day.slice(-2))),
    'Use um dia que existe.',
  ),
);

/** Name of a file in the tenant's `media` folder. */
export const MediaName = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9-]+\.(svg|webp|png|avif|jpe?g)$/, 'Use o nome de um arquivo da pasta media.'),
);

/** The tint behind a product's picture; its light and dark values belong to the theme, not to the brand. */
export const Tint = v.picklist(['leaf', 'sun', 'clay', 'rose', 'sky', 'sand']);
export type Tint = v.InferOutput<typeof Tint>;

/**
 * A time told from the moment of the import, so that a demo always shows each status: `P3D`, `PT5H`,
 * `P1DT4H13M`, `-P2D`.
 * Subset of ISO 8601 durations (days, hours, minutes) with a sign.
 */
export const Offset = v.pipe(
  v.string(),
  v.regex(/^-?P(?=\d|T\d)(\d+D)?(T(?=\d)(\d+H)?(\d+M)?)?$/, 'Use um prazo como P3D, PT5H ou -P2D.'),
);

/**
 * Milliseconds of an {@link Offset}; negative when it points to the past. `PT5H` → 18,000,000.
 * @throws RangeError for another text
 */
export function offsetToMs(offset: string): number {
  const match = /^(-)?P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?)?$/.exec(offset);
  if (!match) throw new RangeError(`"${offset}" is not an offset`);
  const [, sign, days = '0', hours = '0', minutes = '0'] = match;
  const ms = ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60_000;
  return sign ? -ms : ms;
}

/** CEP as `99999-999`, without taking other spellings. */
export const WrittenCep = v.pipe(v.string(), v.regex(/^\d{5}-\d{3}$/, 'Use o CEP como 05435-000.'));

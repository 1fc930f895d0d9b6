import type { TestServer } from '../store/server.ts';

/** The check digit of card numbers (ISO/IEC 7812-1). */
export const isLuhn = (number: string): boolean =>
  [...number]
    .toReversed()
    .reduce(
      (sum, digit, index) =>
        sum + (index % 2 ? ([0, 2, 4, 6, 8, 1, 3, 5, 7, 9][Number(digit)] ?? 0) : Number(digit)),
      0,
    ) %
    10 ===
  0;

/**
 * Numbers that are long for reasons of their own, one in ten with the check digit of a card: phones with
 * their country, instants in ms and µs, Pix codes.
 */
const OTHERS =
  /\+55\d{10,11}|(?<![\w.])1[5-9]\d{11}(?:\d{3})?(?!\w)|000201[0-9]{2}[\x20-\x7e]{20,400}?6304[0-9A-F]{4}/g;

/**
 * Whatever in a text could be the number of a card: 13 to 19 digits that stand alone, plain or in groups,
 * with the check digit.
 */
export function cardNumbersIn(text: string): string[] {
  const rest = text.replaceAll(OTHERS, ' ');
  const found = [
    ...rest.matchAll(
      /(?<![\w.+-])(?:\d{13,19}|\d{4}(?:[ -]\d{4}){2}[ -]\d{1,7}|\d{4}[ -]\d{6}[ -]\d{4,5})(?![\w-])/g,
    ),
  ].map(([number]) => number);
  return found.filter((number) => isLuhn(number.replace(/\D/g, '')));
}

/** The rows of every table as texts, and every job that waits or waited, by the name of their table. */
export async function textsKept({ core: { db } }: TestServer): Promise<Map<string, string[]>> {
  type Found = { rows: { text: string }[] }; // the same on both drivers
  const { rows: tables } = (await db.executeSql(
    "select table_name as text from information_schema.columns where table_schema = 'public' group by table_name",
  )) as Found;
  const kept = new Map<string, string[]>();
  for (const { text: table } of tables) {
    const { rows } = await db.read(
      'client',
      async (tx) => (await tx.execute(`select t::text as text from "${table}" t`)) as unknown as Found,
    );
    kept.set(
      table,
      rows.map(({ text }) => text),
    );
  }
  const { rows: jobs } = (await db.executeSql('select j::text as text from pgboss.job j')) as Found;
  return kept.set(
    'pgboss.job',
    jobs.map(({ text }) => text),
  );
}

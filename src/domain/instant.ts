/**
 * Epoch ms of what the wire may carry: ISO-8601 text, epoch seconds or epoch ms; null when it is none of
 * them. Source: D20, D21.
 */
export function instantOf(time: string | number | null | undefined): number | null {
  if (time === null || time === undefined || time === '') return null;
  const number = typeof time === 'number' ? time : /^\d+(\.\d+)?$/.test(time) ? Number(time) : Number.NaN;
  // Seconds stay below 10^11 until the year 5138; as ms that is March 1973.
  const at = Number.isNaN(number) ? Date.parse(String(time)) : number < 1e11 ? number * 1_000 : number;
  return Number.isFinite(at) ? at : null;
}

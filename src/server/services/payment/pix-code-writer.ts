import { isSamePixCode, readPixCode } from '#domain/money/pix.ts';
import type { Core } from '#server/platform/core.ts';
import { pixGenerator } from '#server/providers/pix-generator.ts';

/** Writes dynamic Pix codes, by a generator of a third party where one is set up. Source: D56; SEC-21. */
export function pixCodeWriter({ clock, env, log, metrics }: Pick<Core, 'clock' | 'env' | 'log' | 'metrics'>) {
  const generator = env.PIX_PROVIDER?.startsWith('http') ? pixGenerator(env.PIX_PROVIDER, clock) : null;
  /**
   * The same code in the words of a third party, where one is set up; our own when it does not answer, or
   * says something else.
   */
  return async function written(own: string): Promise<string> {
    const { url: location, name, city } = readPixCode(own) ?? { url: null };
    if (!generator || !location || !name || !city) return own;
    const text = await generator({ name, city, location }).catch((error: unknown) => {
      log.warn({ err: error }, 'the generator of Pix codes did not answer: the shop wrote this one');
      return null;
    });
    if (text === null) return own;
    if (isSamePixCode(text, own)) return text;
    log.error({ location }, 'the generator of Pix codes wrote one for somebody else: it is not shown');
    metrics.alarm('foreign_pix_code');
    return own;
  };
}

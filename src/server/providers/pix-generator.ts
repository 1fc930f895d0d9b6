import type { Clock } from '#server/platform/clock.ts';
import { circuitOf } from '#server/platform/circuit.ts';
import { textOf } from './cep.ts';

/** How long it may take, in ms. Source: REL-17. */
const TIMEOUT = 5_000;

export type PixGenerator = (ask: { name: string; city: string; location: string }) => Promise<string>;

/**
 * A third party that writes Pix codes, by the specification's contract: `GET
 * {address}?nome&cidade&saida=br&location`. Nothing of a buyer goes out.
 * What it answers is not believed: whoever asks compares it with the code that we write ourselves. Source:
 * spec §7 External; D56; reliability SEC-21.
 * @throws Error after 5 s at the latest; CircuitOpen
 */
export function pixGenerator(address: string, clock: Clock): PixGenerator {
  const guarded = circuitOf(clock);
  return ({ name, city, location }) =>
    guarded(async () => {
      const url = new URL(address);
      for (const [key, value] of Object.entries({ nome: name, cidade: city, saida: 'br', location }))
        url.searchParams.set(key, value);
      const response = await fetch(url, {
        redirect: 'error',
        headers: { accept: 'text/plain' },
        signal: AbortSignal.timeout(TIMEOUT),
      });
      if (!response.ok) throw new Error(`the generator of Pix codes answered ${response.status}`);
      return (await textOf(response)).trim();
    });
}

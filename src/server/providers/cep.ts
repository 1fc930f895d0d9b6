import * as v from 'valibot';
import type { Clock } from '#server/platform/clock.ts';
import { circuitOf } from '#server/platform/circuit.ts';

/** How long it may take, in ms, and how much it may say, in bytes. Source: REL-17. */
const TIMEOUT = 5_000;
const MOST_BYTES = 16_384;

const Text = v.optional(v.pipe(v.string(), v.maxLength(200)), '');
const Found = v.object({
  cep: v.pipe(v.string(), v.regex(/^\d{5}-?\d{3}$/)),
  logradouro: Text,
  complemento: Text,
  bairro: Text,
  localidade: v.pipe(v.string(), v.nonEmpty(), v.maxLength(120)),
  uf: v.pipe(v.string(), v.regex(/^[A-Z]{2}$/)),
});
/** It says "nobody knows this code" as a 200. */
const Unknown = v.object({ erro: v.union([v.literal(true), v.literal('true')]) });
const Answer = v.union([Unknown, Found]);

export interface FoundCep {
  street: string;
  complement: string;
  neighborhood: string;
  city: string;
  state: string;
}

/**
 * Asks a public CEP service of the common shape: `GET {address}/ws/{cep}/json`. Nothing but the code goes
 * out: no person, no cookie, no referrer (PRV-05).
 * @param address from `CEP_URL`
 * @returns null when the service knows no such code
 * @throws Error without the code in it, after 5 s at the latest; CircuitOpen
 */
export function cepSource(address: string, clock: Clock): (cep: string) => Promise<FoundCep | null> {
  const guarded = circuitOf(clock);
  return (cep) =>
    guarded(async () => {
      const response = await fetch(`${address.replace(/\/$/, '')}/ws/${cep}/json`, {
        redirect: 'error',
        headers: { accept: 'application/json' },
        signal: AbortSignal.timeout(TIMEOUT),
      });
      if (!response.ok) throw new Error(`the CEP service answered ${response.status}`);
      const parsed = v.safeParse(Answer, JSON.parse(await textOf(response)));
      if (!parsed.success) throw new Error('the CEP service answers something else');
      if ('erro' in parsed.output) return null;
      const { logradouro, complemento, bairro, localidade, uf } = parsed.output;
      if (parsed.output.cep.replace('-', '') !== cep)
        throw new Error('the CEP service answers about another code');
      return {
        street: logradouro,
        complement: complemento,
        neighborhood: bairro,
        city: localidade,
        state: uf,
      };
    });
}

/** A short answer as text. @throws Error when it says more than 16 KiB */
export async function textOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new Error('the service says too much');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

import { CodeAnswer } from '#domain/answers.ts';
import type { FlowProblem } from '#machines/flow-problem.ts';
import type { Channel } from '#machines/login/code.ts';
import { useEffect, useEffectEvent } from 'react';
import * as v from 'valibot';
import { type Form, useForm } from './form.ts';

const Code = v.object({ code: CodeAnswer });

/**
 * Hears of a code that comes to this phone by a text message bound to this page's host, where the browser asks its
 * person for it. Source: WebOTP API.
 * @returns ends it
 */
function whenCodeComes(arrive: (code: string) => void): (() => void) | undefined {
  if (!('OTPCredential' in globalThis)) return undefined;
  const listening = new AbortController();
  const wanted = { otp: { transport: ['sms'] }, signal: listening.signal };
  navigator.credentials
    .get(wanted)
    .then((credential) => {
      const code: unknown = credential && Reflect.get(credential, 'code');
      if (typeof code === 'string' && /^\d{6}$/.test(code)) arrive(code);
    })
    // Refused by the person, given up, or not possible here: the code is typed.
    .catch(() => undefined);
  return () => listening.abort();
}

/**
 * The form of a one-time code. A refused one is cleared, so that the next can be typed at once; the words say
 * what happened. One that comes by a text message is taken from it; no other message reaches a page.
 */
export function useCodeForm(
  channel: Channel,
  problem: FlowProblem | null,
  send: (code: string) => void,
): Form<v.InferInput<typeof Code>> {
  const form = useForm({ schema: Code, initial: () => ({ code: '' }), onSubmit: ({ code }) => send(code) });
  const clear = useEffectEvent(() => form.begin({ code: '' }));
  useEffect(() => clear(), [problem]);
  // Whole in its field it goes out like a typed one; sent from here as well it would cost two tries.
  const arrive = useEffectEvent((code: string) => form.begin({ code }));
  useEffect(
    () => (channel === 'phone' ? whenCodeComes((code) => arrive(code)) : undefined),
    [channel, problem],
  );
  return form;
}

import { CodeAnswer } from '#domain/answers.ts';
import type { FlowProblem } from '#machines/flow-problem.ts';
import { useEffect, useEffectEvent } from 'react';
import * as v from 'valibot';
import { type Form, useForm } from './form.ts';

const Code = v.object({ code: CodeAnswer });

/**
 * The form of a one-time code. A refused one is cleared, so that the next can be typed at once; the words say
 * what happened.
 */
export function useCodeForm(
  problem: FlowProblem | null,
  send: (code: string) => void,
): Form<v.InferInput<typeof Code>> {
  const form = useForm({ schema: Code, initial: () => ({ code: '' }), onSubmit: ({ code }) => send(code) });
  const clear = useEffectEvent(() => form.begin({ code: '' }));
  useEffect(() => clear(), [problem]);
  return form;
}

import { useState } from 'react';
import type { FlowProblem } from '#machines/flow-problem.ts';
import { useTenant } from '#client/hooks.ts';
import { problemTitle } from '#client/problem-title.ts';
import { type CheckedFormOptions, type Form, type Values, useCheckedForm } from './checked-form.ts';
import { openDraft } from './draft.ts';

export type { Form, FormParts } from './checked-form.ts';

export interface FormOptions<V extends Values, Answer> extends Omit<CheckedFormOptions<V, Answer>, 'draft'> {
  /**
   * Keeps what is typed over a reload, under this name, until it is sent or the form is left. For forms whose
   * chart does not.
   */
  draft?: string | undefined;
}

/** Every form of the shop: what it keeps stands under the name of its tenant. */
export function useForm<V extends Values, Answer>({ draft, ...options }: FormOptions<V, Answer>): Form<V> {
  const { client } = useTenant();
  const [drafted] = useState(() => (draft ? openDraft<V>(client, draft) : null));
  return useCheckedForm({ ...options, draft: drafted });
}

/** What the server did not take, where its fields are not on the page. */
export const refusalText = (problem: FlowProblem): string =>
  (problem.fields ?? []).map(({ message }) => message).join(' ') || problemTitle(problem);

import type { FlowProblem } from '#machines/flow-problem.ts';
import { problemText } from '../words.ts';
import { Note } from './note.tsx';

/** Why something was not done, where no field of its form says so. */
export function Refusal({ problem }: { problem: FlowProblem | null }) {
  return problem ? (
    <Note tone="bad" title="Não deu certo.">
      {problemText(problem)}
    </Note>
  ) : null;
}

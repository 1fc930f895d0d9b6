import type { FlowProblem } from '#machines/flow-problem.ts';
import { problemTitle } from './problem-title.ts';

/**
 * What is said under the six numbers; nothing about a wait, which stands beside the button that asks for
 * another code.
 */
export function codeError(problem: FlowProblem | null): string | null {
  if (!problem || problem.code === 'TOO_MANY_CODES') return null;
  const { attemptsLeft: left } = problem;
  const rest = left === undefined ? '' : left === 1 ? ' Resta 1 tentativa.' : ` Restam ${left} tentativas.`;
  return `${problemTitle(problem)}${rest}`;
}

import { Refused } from './fault.ts';
import { type Problem, type ProblemCode, problems } from './problem-list.ts';

export { NetworkFault, isProblem } from './fault.ts';

/**
 * A refusal that the contract names. Thrown by services on the server and by the API client in the browser.
 */
export class ApiProblem extends Refused {
  constructor(code: ProblemCode, problem: Partial<Problem> = {}) {
    super(code, problems[code], problem);
  }
}

import type { FlowProblem } from '#machines/flow-problem.ts';

/** A refusal in a sentence: the server's own, or what the shop says where the server said none. */
export const problemTitle = ({ code, title }: FlowProblem): string =>
  title ??
  (code === 'NETWORK'
    ? 'A loja não respondeu. Tente de novo.'
    : 'Algo falhou do nosso lado. Nada foi cobrado.');

import { type AnyStateMachine, setup } from 'xstate';

/**
 * Where a chart goes whose code comes later. What stands here until then is empty and says so when it is
 * entered.
 */
export const slot = <M extends AnyStateMachine>(id: string): M =>
  setup({}).createMachine({
    id,
    entry: () => {
      throw new Error(`${id} is not provided: see flow-logic.ts`);
    },
  }) as unknown as M; // the machine that is provided in its place

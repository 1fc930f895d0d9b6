import { chosenSlot } from '#machines/app/late-roots.ts';
import { chosenMachine } from '#machines/catalog/chosen.machine.ts';
import { type ChosenMemory, readChosen } from '#machines/stored.ts';
import { keepChosen } from '#shell/wiring/keep-chosen.ts';
import { lateChart } from '#shell/wiring/late-chart.ts';
import { uuid } from '#tests/support/samples.ts';
import { describe, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';

/** A page of a browser that keeps things, in which the chart's code comes when it is wanted. */
function open(kept: ChosenMemory | null, account: object | null = null) {
  let last: unknown = kept ?? undefined;
  const load = vi.fn(() => Promise.resolve(chosenMachine));
  const chosen = createActor(lateChart(chosenSlot, load, ['marketplace.', 'session.closed']), {
    input: { memory: kept },
  }).start();
  const session = { getSnapshot: () => ({ context: { account } }), subscribe: () => undefined };
  keepChosen({
    app: { getSnapshot: () => ({ children: { chosen, session } }) },
    storage: { chosen: { read: () => last, write: (memory: ChosenMemory | null) => void (last = memory) } },
  } as never); // as much of a page as it looks at
  return { chosen, load, kept: () => last };
}

describe('a chosen store that is kept', () => {
  it('is there at once, and its chart after it', async () => {
    const memory = { version: 1, id: uuid(1), isOwn: true } as const;
    const { chosen, load, kept } = open(memory);
    expect(chosen.getSnapshot().context.id).toBe(uuid(1));
    await vi.waitFor(() => expect(chosen.getSnapshot().value).toMatchObject({ choice: 'one' }));
    expect([load.mock.calls.length, kept()]).toEqual([1, memory]);
    // Whether an account has it as well is not known yet; where there is none, nothing stays.
    chosen.send({ type: 'marketplace.undone' });
    expect(kept()).toEqual({ version: 1, id: null, isOwn: true });
    chosen.send({ type: 'account.told', account: null });
    expect(kept()).toBeNull();
  });
  it('brings nothing to who never chose, and is kept with the first choice', async () => {
    const { chosen, load, kept } = open(null);
    chosen.send({ type: 'network.restored' });
    await Promise.resolve();
    expect([load.mock.calls.length, kept()]).toEqual([0, undefined]);
    chosen.send({ type: 'marketplace.chosen', id: uuid(2) });
    await vi.waitFor(() => expect(kept()).toEqual({ version: 1, id: uuid(2), isOwn: true }));
    chosen.send({ type: 'session.closed' });
    expect(kept()).toBeNull();
  });
  it('is as if it had never been where it does not fit', () => {
    const memory = { version: 1, id: uuid(1), isOwn: true };
    expect(readChosen(memory)).toEqual(memory);
    const bent = [{ version: 2 }, { id: 'emporio' }, { id: 7 }, { isOwn: 'sim' }, { isOwn: undefined }];
    for (const broken of [undefined, null, 'x', [], {}, ...bent.map((part) => ({ ...memory, ...part }))])
      expect(readChosen(broken)).toBeNull();
  });
  it('is looked for in the account of who is signed in', async () => {
    const { load } = open(null, {});
    await vi.waitFor(() => expect(load).toHaveBeenCalledOnce());
  });
});

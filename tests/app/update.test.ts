import { mayReload, offerUpdate } from '#shell/update.ts';
import { flowIds } from '#machines/navigation/flows.ts';
import { noticesMachine } from '#machines/notices.machine.ts';
import type { AppActor } from '#machines/app/app.machine.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';

const typed = (...values: string[]) =>
  // The two things it is asked
  ({ querySelectorAll: () => values.map((value) => ({ value })) }) as unknown as Document;
const at = (state: string) => {
  const notices = createActor(noticesMachine).start();
  const app = {
    getSnapshot: () => ({ matches: (value: string) => value === state, children: { notices } }),
  } as unknown as AppActor; // what is read of it
  return { app, notices, shown: () => notices.getSnapshot().context.shown };
};
let leave: (() => void)[] = [];
beforeEach(() =>
  vi.stubGlobal(
    'addEventListener',
    (name: string, act: () => void) => name === 'pagehide' && leave.push(act),
  ),
);
afterEach(() => {
  leave = [];
  vi.unstubAllGlobals();
});
const press = ({ notices, shown }: ReturnType<typeof at>) =>
  notices.send({ type: 'notice.acted', id: shown()[0]?.id ?? 0 });

describe('a new version of the shop', () => {
  it('comes in at a press while nothing is under way', () => {
    const update = vi.fn();
    const page = at('catalog');
    vi.stubGlobal('document', typed('', ' '));
    offerUpdate(page.app, update);
    expect(page.shown()).toMatchObject([
      { says: { text: 'Há uma versão nova da loja.' }, action: { label: 'Atualizar agora' } },
    ]);
    expect(update).not.toHaveBeenCalled();
    press(page);
    expect(update).toHaveBeenCalledTimes(1);
    expect(page.shown()).toEqual([]);
  });
  it('waits for the way out in the middle of a purchase', () => {
    const update = vi.fn();
    const page = at('checkout');
    vi.stubGlobal('document', typed());
    offerUpdate(page.app, update);
    press(page);
    expect(update).not.toHaveBeenCalled();
    expect(page.shown()).toMatchObject([
      { says: { text: expect.stringContaining('quando você sair') as string } },
    ]);
    for (const act of leave) act();
    expect(update).toHaveBeenCalledTimes(1);
  });
  it('takes nothing that was typed', () => {
    expect(mayReload(at('catalog').app, typed('', ''))).toBe(true);
    expect(mayReload(at('catalog').app, typed('', 'Rua'))).toBe(false);
    for (const flow of flowIds) expect(mayReload(at(flow).app, typed())).toBe(false);
  });
});

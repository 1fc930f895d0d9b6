import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { noticeText } from '#shell/page/notice-words.ts';
import type { Notice } from '#machines/notices.machine.ts';
import { HeldClock, fireTimer, timersOf } from '../support/browser/held-clock.ts';
import { prepare } from '../support/walk.ts';
import { machine } from './notices.model.ts';

describe('a snack message that comes before its words', () => {
  it('is tried again 100 ms after they were loaded, with its placeholders filled', () => {
    const clock = new HeldClock();
    const actor = createActor(prepare(machine).machine, { clock }).start();
    actor.send({ type: 'notice.posted', key: 'logout', values: { accountName: 'Marina' } });
    expect([actor.getSnapshot().matches({ words: 'loading' }), actor.getSnapshot().context.shown]).toEqual([
      true,
      [],
    ]);
    actor.send({
      type: 'xstate.done.actor.loadMessages',
      output: { logout: 'Tchau, {accountName}!' },
    } as never);
    expect(timersOf(actor, clock).map(({ delay }) => delay)).toEqual([100]);
    fireTimer(actor, clock, timersOf(actor, clock)[0]?.type ?? '');
    const { shown, messages } = actor.getSnapshot().context;
    expect((shown as Notice[]).map(({ says }) => noticeText(says, messages))).toEqual(['Tchau, Marina!']);
  });
});

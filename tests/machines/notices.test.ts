import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { noticeText } from '#shell/page/notice-words.ts';
import type { Notice } from '#machines/notices.machine.ts';
import { HeldClock, fireTimer, timersOf } from '../support/browser/held-clock.ts';
import { prepare } from '../support/walk.ts';
import { walkOf } from '../support/walked.ts';
import { machine, model, oracle } from './notices.model.ts';

const LIFE = 'xstate.after.LIFE.notices.life.timing';
function begun() {
  const clock = new HeldClock();
  const actor = createActor(prepare(machine).machine, { clock }).start();
  const texts = () =>
    (actor.getSnapshot().context.shown as Notice[]).map(({ says }) => noticeText(says, null));
  const delays = () => timersOf(actor, clock).map(({ delay }) => delay);
  return { actor, clock, texts, delays };
}

const walked = walkOf(machine, model, oracle);

describe('notices', () => {
  it.each(walked.states)('does in %s what its model says', (state) => {
    expect(walked.wrongIn(state)).toEqual([]);
  });
  it('takes every transition, judged at every step', () => {
    expect(walked.untaken()).toEqual([]);
  });
  it('shows one for 6 s, and one that comes meanwhile no shorter', () => {
    const { actor, clock, texts, delays } = begun();
    actor.send({ type: 'notice.posted', text: 'Link copiado.' });
    expect(delays()).toEqual([6_000]);
    actor.send({ type: 'notice.posted', text: 'Salvo.' });
    fireTimer(actor, clock, LIFE);
    expect([texts(), delays()]).toEqual([['Salvo.'], [6_000]]);
    fireTimer(actor, clock, LIFE);
    expect([texts(), delays()]).toEqual([[], []]);
  });
  it('waits with one that has a button until somebody was there', () => {
    const { actor, clock, texts, delays } = begun();
    actor.send({
      type: 'notice.posted',
      text: 'Há uma versão nova da loja.',
      action: { label: 'Atualizar agora', name: 'update' },
    });
    expect(delays()).toEqual([]);
    actor.send({ type: 'notices.entered' });
    expect(delays()).toEqual([]);
    actor.send({ type: 'notices.left' });
    fireTimer(actor, clock, LIFE);
    expect(texts()).toEqual([]);
  });
});

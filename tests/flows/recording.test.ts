import { describe, expect, it } from 'vitest';
import { acceptedBy } from '#flows/live-states.ts';
import { payloadIn, stepsIn } from '#flows/recording.ts';
import { step } from '#tests/machines/book/live.model.ts';

describe('a recording of a store', () => {
  it('is read as it was written', () => {
    expect(stepsIn(JSON.stringify([step, step]))).toEqual([step, step]);
    expect(stepsIn('[]')).toEqual([]);
  });

  it.each([
    'no JSON',
    '{}',
    '[1]',
    JSON.stringify([{ ...step, at: 'now' }]),
    JSON.stringify([{ ...step, fields: [1] }]),
    JSON.stringify([{ ...step, running: [{ id: 'x' }] }]),
  ])('is none in %s', (text) => {
    expect(stepsIn(text)).toBeNull();
  });

  it('takes what an event carries as an object, or nothing', () => {
    expect([payloadIn(' '), payloadIn('{"key": "a"}'), payloadIn('[1]'), payloadIn('{')]).toEqual([
      {},
      { key: 'a' },
      null,
      null,
    ]);
  });

  it('names the events that a chart accepts where it is, and none that come by themselves', () => {
    const states = [
      { path: '', transitions: [{ on: 'asked.*' }, { on: 'cart.emptied' }] },
      { path: 'ready', transitions: [{ on: 'line.added' }, { on: 'save respondeu' }, { on: 'sempre que' }] },
      { path: 'other', transitions: [{ on: 'line.removed' }] },
    ];
    expect(acceptedBy(states, new Set(['ready']))).toEqual(['cart.emptied', 'line.added']);
  });
});

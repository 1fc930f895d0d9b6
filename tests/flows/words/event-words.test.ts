import { describe, expect, it } from 'vitest';
import { statesOf } from '#flows/facts.ts';
import { calls, delays } from '#flows/words/calls.ts';
import { eventWords, lineWords, saidOf } from '#flows/words/event-words.ts';
import { facts } from '#flows/words/facts.ts';
import { people } from '#flows/words/people.ts';
import { allCharts } from '../../tools/charts.ts';

const every = (await allCharts()).flatMap(({ machine }) => statesOf(machine.root));
const heard = [...new Set(every.flatMap(({ transitions }) => [...transitions.keys()]))].filter(
  (event) => event !== '',
);
/** Times in figures and the end of a part say themselves. */
const SAYS_ITSELF = /^xstate\.(?:after\.\d|done\.state)/;

describe('the words of what happens', () => {
  it('are there for every event, call and time of every chart', () => {
    expect(heard.filter((event) => !SAYS_ITSELF.test(event) && saidOf(event) === null)).toEqual([]);
    expect(every.flatMap(({ invoke }) => invoke.map(({ id }) => id)).filter((id) => !calls[id])).toEqual([]);
    expect(heard.length).toBeGreaterThan(600);
  });
  it('are there for nothing that no chart hears', () => {
    const names = new Set(heard);
    const called = new Set(every.flatMap(({ invoke }) => invoke.map(({ id }) => id)));
    const waited = new Set(heard.flatMap((event) => /^xstate\.after\.(\w+)/.exec(event)?.[1] ?? []));
    expect(Object.keys({ ...people, ...facts }).filter((event) => !names.has(event))).toEqual([]);
    expect(Object.keys(calls).filter((call) => !called.has(call))).toEqual([]);
    expect(Object.keys(delays).filter((delay) => !waited.has(delay))).toEqual([]);
  });
  it('are short, begin small, end without a full stop, and stand for one event only', () => {
    const said = Object.values({ ...people, ...facts });
    expect(said.filter((words) => words.length > 60 || !/^\p{Ll}.*[^.]$/u.test(words))).toEqual([]);
    expect(said.filter((words, at) => said.indexOf(words) !== at)).toEqual([]);
    expect(Object.keys(people).filter((event) => event in facts)).toEqual([]);
  });
  it('say a screen by its title, and a name without words by itself', () => {
    expect(
      ['asked.app.cart', 'asked.money', 'asked.checkout.*', 'xstate.after.1000.pix', 'sing'].map(eventWords),
    ).toEqual([
      'quer ver a tela Carrinho',
      'quer ver a tela Dinheiro',
      'quer ver uma tela',
      'depois de 1000',
      'sing',
    ]);
    expect([lineWords('lock falhou [isOver]'), lineWords('sempre')]).toEqual([
      'a reserva dos produtos falhou, se isOver',
      'sempre',
    ]);
  });
});

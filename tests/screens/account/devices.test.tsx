import { type DevicesContext, devicesMachine } from '#machines/account/devices.machine.ts';
import type { SignedInDevice } from '#contract/people/device.ts';
import { problemTitle } from '#client/problem-title.ts';
import { DevicesSection } from '#screens/account/devices.tsx';
import { formatDay, formatMoment } from '#domain/dates.ts';
import { describe, expect, it } from 'vitest';
import { drawn } from '../drawn.tsx';

const since = '2026-11-20T12:00:00.000Z';
const usedAt = '2026-11-21T17:30:00.000Z';
const here = { id: 'a', current: true, browser: 'chrome', system: 'android', since, usedAt } as const;
const laptop = { id: 'b', current: false, browser: 'firefox', system: 'mac', since, usedAt } as const;
const context: DevicesContext = {
  devices: [here, laptop],
  lastLogin: { at: usedAt, browser: 'safari' },
  ending: null,
  ended: null,
  problem: null,
  failures: 0,
};
type Value = 'loading' | 'unheard' | 'failed' | 'shown' | 'ending' | 'unsure';
const at = (value: Value, more: Partial<DevicesContext> = {}) =>
  drawn(
    <DevicesSection
      state={devicesMachine.resolveState({ value, context: { ...context, ...more } })}
      send={() => undefined}
    />,
    {},
  );
const moment = (text: string) => formatMoment(Date.parse(text)).replace(/\s+/g, ' ');

describe('the devices on which a person is signed in', () => {
  it('are named with since when and when they were last used, each with its way out', () => {
    const { text, html } = at('shown');
    const day = formatDay(Date.parse(since)).replace(/\s+/g, ' ');
    expect(text).toContain(
      `Chrome no Android Entrou ${day} Este aparelho Sair Firefox no Mac Entrou ${day} Último uso ${moment(usedAt)} Sair Sair de todos os outros`,
    );
    expect(text).toMatch(new RegExp(`Último acesso além deste: ${moment(usedAt)}, Safari\\.$`));
    expect(html).toContain('aria-label="Sair deste aparelho"');
    expect(html).toContain('aria-label="Sair de Firefox no Mac, que entrou ');
  });
  it.each<[Partial<SignedInDevice>, string]>([
    [{}, 'Firefox no Mac'],
    [{ browser: undefined }, 'Navegador no Mac'],
    [{ system: undefined }, 'Firefox Entrou'],
    [{ browser: undefined, system: undefined }, 'Aparelho não identificado'],
    [{ browser: 'samsung', system: 'android' }, 'Samsung Internet no Android'],
  ])('are named as far as they are known: %o', (part, name) => {
    expect(at('shown', { devices: [here, { ...laptop, ...part }] }).text).toContain(name);
  });
  it('are one where nobody is signed in elsewhere, with nothing else to end', () => {
    const { text } = at('shown', { devices: [here], lastLogin: undefined });
    expect(text).toMatch(/Este aparelho Sair$/);
  });
  it('say which was signed out, and why one was not', () => {
    expect(at('shown', { ended: { device: laptop } }).text).toContain('Firefox no Mac saiu da sua conta.');
    expect(at('shown', { ended: { others: true } }).text).toContain(
      'Os outros aparelhos saíram da sua conta.',
    );
    const problem = { code: 'TOO_MANY_REQUESTS', title: 'x' } as const;
    expect(at('shown', { problem }).text).toContain(problemTitle(problem));
  });
  it('take no second press while one is being signed out', () => {
    const one = at('ending', { ending: { device: laptop } }).html;
    expect(one.match(/aria-busy="true"/g)).toHaveLength(1);
    expect(one.match(/ disabled=""/g)).toHaveLength(2);
    const all = at('ending', { ending: { others: true } }).html;
    expect(all).toMatch(/aria-busy="true"[^>]*>(?:(?!<\/button>).)*Sair de todos os outros/);
    expect(all.match(/ disabled=""/g)).toHaveLength(2);
  });
  it('say what is not known without an answer, with a way to ask again', () => {
    expect(at('loading').text).toContain('Carregando os seus aparelhos');
    expect(at('unheard').text).toMatch(/Ainda não sabemos em que aparelhos você está.* Tentar de novo$/);
    expect(at('failed').text).toMatch(/Não conseguimos abrir a lista de aparelhos\. Tentar de novo$/);
    const unsure = at('unsure', { ending: { device: laptop } }).text;
    expect(unsure).toContain(
      'Não sabemos se o aparelho saiu da conta: já estamos repetindo o pedido. Tentar de novo',
    );
    expect(unsure).toContain('Firefox no Mac');
  });
});

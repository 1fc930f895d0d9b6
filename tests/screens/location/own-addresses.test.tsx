import { problemTitle } from '#client/problem-title.ts';
import type { Address } from '#contract/place.ts';
import { type AddressBookContext, addressBookMachine } from '#machines/address/address-book.machine.ts';
import { AddressOptionsStep } from '#screens/location/address-options.tsx';
import { knownAddresses } from '#screens/location/address-words.ts';
import { OwnAddresses } from '#screens/location/own-addresses.tsx';
import { address, uuid } from '#tests/support/samples.ts';
import { describe, expect, it } from 'vitest';
import { drawn } from '../drawn.tsx';

const home: Address = { ...address, id: uuid(1), alias: 'Casa' };
const work: Address = { ...address, id: uuid(2), alias: 'Trabalho', streetNumber: '7' };
const context: AddressBookContext = {
  addresses: [home, work],
  hasPlace: true,
  subject: home,
  change: 'remove',
  isContested: false,
  told: null,
  account: null,
  problem: null,
  failures: 0,
};
type Value = 'open' | 'full' | 'options' | 'asking' | 'writing' | 'unheard' | 'failed';
const stateOf = (value: Value, more: Partial<AddressBookContext> = {}) =>
  addressBookMachine.resolveState({ value, context: { ...context, ...more } });
const step = (value: Value, more: Partial<AddressBookContext> = {}, inUse: Address | null = null) =>
  drawn(
    <AddressOptionsStep
      state={stateOf(value, more)}
      send={() => undefined}
      inUse={inUse}
      onEdit={() => undefined}
    />,
    {},
  ).text;
const list = (value: Value, known = knownAddresses([home, work], home)) =>
  drawn(
    <OwnAddresses known={known} state={stateOf(value)} send={() => undefined}>
      {null}
    </OwnAddresses>,
    { others: { address: {} } },
  );

describe('the addresses of an account', () => {
  it('have options each, and say which one is the one of always', () => {
    const { html, text } = list('open');
    expect(html.match(/aria-label="Opções de (?:Casa|Trabalho)"/g)).toHaveLength(2);
    expect(text.match(/O de sempre/g)).toHaveLength(1);
    expect(text).toMatch(/Casa O de sempre · Avenida Paulista, 1000.*Trabalho/);
  });
  it('do not offer to change what does not stand in the account', () => {
    const { html, text } = list('open', knownAddresses([], { ...home }));
    expect(html).not.toContain('Opções de');
    expect(text).not.toContain('O de sempre');
  });
  it('say what to do when there are twenty', () => {
    expect(list('open').text).not.toContain('o máximo');
    expect(list('full').text).toMatch(
      /Sua conta já guarda 20 endereços, o máximo\. Exclua um que você não usa mais para guardar outro\. Usar um lugar sem guardar/,
    );
  });
});

describe('the options of an address', () => {
  it('are to edit it, to use it always, to delete it', () => {
    expect(step('options', { subject: work })).toMatch(
      /Avenida Paulista, 7 Editar Usar sempre este .* Excluir$/,
    );
    expect(step('options')).toMatch(/Editar É o seu endereço de sempre .* Excluir$/);
  });
  it('ask before a deletion, and say what becomes of the one in use and of the one of always', () => {
    expect(step('asking', { subject: work })).toBe(
      'Avenida Paulista, 7 Pedidos já feitos não mudam. Excluir endereço Manter',
    );
    const text = step('asking', {}, home);
    expect(text).toContain('continua valendo neste aparelho até você escolher outro');
    expect(text).toContain('O de sempre passa a ser Trabalho.');
    expect(step('asking', { addresses: [home] })).not.toContain('O de sempre');
    expect(step('asking', { isContested: true })).toContain('mudou em outro aparelho, e não foi excluído');
  });
  it('wait for the answer, say that it was lost, or why it is no', () => {
    expect(step('writing')).toContain('Guardando a mudança');
    expect(step('unheard')).toContain('Não sabemos se a mudança foi feita');
    const problem = { code: 'MALFORMED', title: 'x' } as const;
    expect(step('failed', { problem })).toContain(problemTitle(problem));
    expect(step('failed', { problem })).toMatch(/Tentar de novo Deixar como está$/);
  });
});

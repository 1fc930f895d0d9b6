import { formField } from '#domain/form-field.ts';
import { personalFields } from '#domain/person/personal-form.ts';
import { profileMachine } from '#machines/account/profile.machine.ts';
import { Contested } from '#screens/account/contested.tsx';
import { describe, expect, it } from 'vitest';
import { account, client, user } from '../../machines/samples.ts';
import { drawn } from '../drawn.tsx';
import { screenAt } from '../screen-at.tsx';

const whole = { ...account, email: 'maria@exemplo.com.br', identification: '52998224725' };
const signedIn = (proved: object) => () => ({ ...client, account: whole, user: { ...user, ...proved } });

describe('the form of personal data', () => {
  it('asks for the name first, and for what the store asks in its own words', async () => {
    const { html, text } = await screenAt('app.editProfile', {}, { ports: { restoreSession: signedIn({}) } });
    expect(text).toContain('Dados Pessoais Assim garantimos que tudo chegará até você');
    expect(html).toMatch(/<input[^>]*name="name"[^>]*value="Maria da Silva"/);
    expect(html).toMatch(/<input[^>]*autoComplete="name"[^>]*autofocus=""/i);
    expect(html).toMatch(/name="email"[^>]*value="maria@exemplo.com.br"/);
    expect(html).toMatch(/name="cpf"[^>]*value="529.982.247-25"/);
    expect(html).not.toContain('name="phone"');
    expect(html).toContain('placeholder="nome@exemplo.com.br"');
    for (const name of ['name', 'email', 'cpf'])
      expect(/<input[^>]*>/g.exec(html.slice(html.indexOf(`id="field-${name}"`) - 8))?.[0]).toContain(
        'aria-required="true"',
      );
    expect(text).toContain('Você entra com: celular (11) 98765-4321.');
    expect(text).toMatch(/Salvar$/);
  });
  it('leaves an e-mail that signs in as it is', async () => {
    const { html, text } = await screenAt(
      'app.editProfile',
      {},
      { ports: { restoreSession: signedIn({ email: whole.email }) } },
    );
    expect(html).not.toContain('name="email"');
    expect(text).toContain('celular (11) 98765-4321 e e-mail maria@exemplo.com.br');
  });
  it('has the fields, groups and words of the store, and waits for what is missing', async () => {
    const personalForm = {
      title: 'Quem é você?',
      top: 'Só para a associação.',
      bottom: 'Ninguém mais vê.',
      groups: [{ id: 'work', title: 'Trabalho' }],
      fields: [formField('team', 'Time', { group: 'work' })],
      submit: { text: 'Guardar', waitingText: 'Falta preencher' },
    };
    const { text } = await screenAt(
      'app.editProfile',
      {},
      { ports: { restoreSession: signedIn({}) }, tenant: { personalForm } },
    );
    // Its title is about what it added.
    expect(text).toMatch(
      /Dados Pessoais Assim garantimos.*Só para a associação\..*CPF.*Quem é você\? Trabalho Time.*Ninguém mais vê\./,
    );
    expect(text).toMatch(/Falta preencher$/);
  });
  it('shows both where the same was changed elsewhere', () => {
    const fields = personalFields(undefined).filter(({ name }) => name !== 'phone');
    const state = profileMachine.resolveState({
      value: 'contested',
      context: {
        account: whole,
        fields,
        typed: { name: 'Maria Lima', email: whole.email, cpf: whole.identification },
        current: { ...whole, name: 'Maria Souza', version: 2 },
        problem: null,
        failures: 0,
      },
    });
    const { text } = drawn(<Contested state={state} send={() => undefined} contested={['name']} />, {});
    expect(text).toContain('Nome completo Na conta: Maria Souza Você escreveu: Maria Lima');
    expect(text).toContain('Usar o que eu escrevi');
    expect(text).not.toContain('E-mail');
  });
});

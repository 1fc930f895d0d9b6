import { formField } from '#domain/form-field.ts';
import { describe, expect, it } from 'vitest';
import { account, client, user } from '../../machines/samples.ts';
import { screenAt } from '../screen-at.tsx';

const whole = { ...account, email: 'maria@exemplo.com.br', identification: '52998224725' };
const signedIn = (more: object) => () => ({ ...client, account: { ...whole, ...more } });

describe('the screen of personal data', () => {
  it('shows what the store has, and leads to the form', async () => {
    const { text, html } = await screenAt('app.profile', {}, { ports: { restoreSession: signedIn({}) } });
    expect(text).toContain('Dados Pessoais Assim garantimos que tudo chegará até você');
    expect(text).toContain('Nome completo Maria da Silva E-mail maria @exemplo.com.br');
    expect(text).toContain('Celular (11) 98765-4321 CPF 529.982.247-25');
    expect(html).toContain('href="/profile/edit"');
    expect(text).not.toContain('Complete seus dados');
  });
  it('says what is missing, and leads to where it is asked', async () => {
    const personalForm = {
      fields: [formField('team', 'Time'), formField('nick', 'Apelido', { required: false })],
      submit: { text: 'Salvar', waitingText: 'Preencher' },
    };
    const { text } = await screenAt(
      'app.profile',
      {},
      { ports: { restoreSession: signedIn({ email: undefined }) }, tenant: { personalForm } },
    );
    expect(text).toContain('Complete seus dados. Falta: E-mail e Time. Completar');
    expect(text).toContain('Apelido Não informado');
  });
  it('asks what one allows, and offers a copy of the data and the end of the account', async () => {
    const { text, html } = await screenAt('app.profile', {}, { ports: { restoreSession: signedIn({}) } });
    expect(text).toMatch(/Privacidade Carregando o que você permite.*Ler a política de privacidade/);
    expect(html).toContain('href="/privacy"');
    expect(text).toMatch(/Seus dados são seus .* Baixar meus dados Excluir minha conta/);
  });
  it('says where one is signed in, before what one allows', async () => {
    const { text } = await screenAt('app.profile', {}, { ports: { restoreSession: signedIn({}) } });
    expect(text).toMatch(/Aparelhos conectados .*Carregando os seus aparelhos.* Privacidade /);
  });
  it('is for whoever has an account', async () => {
    expect((await screenAt('app.profile', {}, { who: { who: 'visitor' } })).address).toBe('/login');
    expect((await screenAt('app.profile', {}, { who: { who: 'newcomer' } })).address).toBe('/signup');
  });
  it('is led to from the account, which says that something is missing', async () => {
    const at = (hasMissingInfo: boolean) =>
      screenAt('app.accountDashboard', {}, { ports: { restoreSession: signedIn({ hasMissingInfo }) } });
    expect((await at(true)).html).toMatch(/Complete seus dados.*href="\/profile"/);
    expect((await at(false)).text).not.toContain('Complete seus dados');
    expect((await at(false)).html).toContain('href="/profile"');
    expect(user.phone).toBe(whole.phone);
  });
});

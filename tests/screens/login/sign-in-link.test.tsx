import type { FlowProblem } from '#machines/flow-problem.ts';
import { type LinkContext, signInLinkMachine } from '#machines/login/link.machine.ts';
import { SignInLink } from '#screens/login/sign-in-link.tsx';
import { describe, expect, it } from 'vitest';
import type { StateValueFrom } from 'xstate';
import { drawn } from '../drawn.tsx';

const nothing = () => undefined;
/** What is read in a state of the chart. */
function read(value: string, problem: FlowProblem | null = null, more: Partial<LinkContext> = {}) {
  const state = signInLinkMachine.resolveState({
    value: value as StateValueFrom<typeof signInLinkMachine>, // named by the tests below
    context: {
      token: 't',
      contact: 'm•••@exemplo.com',
      problem,
      tokens: null,
      signupGrant: null,
      user: null,
      account: null,
      failures: 0,
      ...more,
    },
  });
  return drawn(<SignInLink state={state} send={nothing} />);
}
const email = 'href="/login/email/verification"';

describe('a sign-in link on its page', () => {
  it('says whom it signs in before the tap, what else can be done, and what happens without a tap', () => {
    const { text, html } = read('asking');
    expect(text).toMatch(/Entrar como m•••\s*@exemplo\.com\?/);
    expect(text).toContain('sem o toque, ninguém entra');
    expect(html).toMatch(/<button[^>]*>.*Entrar/);
    expect(html).toContain('href="/login"');
  });
  it('keeps the question and its button while somebody is being let in, and offers nothing beside', () => {
    const { text, html } = read('redeeming');
    expect(text).toMatch(/Entrar como m•••/);
    expect(html).toContain('aria-busy="true"');
    expect(html).not.toContain('href="/login"');
  });
  it.each([
    ['EXPIRED_CODE', 'Este link não vale mais', 'já foi usado, passou dos 5 minutos, ou um código mais novo'],
    ['TOO_MANY_ATTEMPTS', 'Este link não vale mais', 'errado vezes demais'],
    ['INVALID_CODE', 'Não reconhecemos este link', 'chegado cortado'],
    ['MALFORMED', 'Não reconhecemos este link', 'chegado cortado'],
  ] as const)('says of %s why it does nothing any more, and asks for another code', (code, title, why) => {
    const { text, html } = read('over', { code });
    expect(text).toContain(title);
    expect(text).toContain(why);
    expect(text).toContain('Pedir outro código');
    expect(html).toContain(email);
  });
  it('says that it is kept where no answer came, and lets one ask again at once', () => {
    for (const state of ['unseen', 'unanswered']) {
      const { text } = read(state, { code: 'NETWORK' });
      expect(text).toContain('O link está guardado');
      expect(text).toContain('Tentar agora');
    }
    expect(read('waiting', { code: 'NETWORK' }).text).toContain(
      'Você entrou, mas a sua conta ainda não abriu.',
    );
  });
  it('says what the server said where it takes nobody now, and that of the account where the link was right', () => {
    const busy = read('failed', { code: 'TOO_MANY_REQUESTS', title: 'Muitos pedidos seguidos.' });
    expect(busy.text).toMatch(/Não deu para entrar agora.*Muitos pedidos seguidos\..*Tentar de novo/);
    expect(read('unopened', { code: 'FAILED' }).text).toMatch(/Seu link está certo.*Tentar de novo/);
  });
  it('says that it is looking', () => {
    expect(read('looking').text).toContain('Conferindo o link');
    expect(read('reading').text).toContain('Entrando');
    expect(read('entering').text).toContain('Entrando');
  });
});

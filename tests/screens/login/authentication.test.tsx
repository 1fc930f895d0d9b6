import { type SsoContext, type SsoFailure, ssoMachine } from '#machines/login/sso.machine.ts';
import { Authentication } from '#screens/login/authentication-screen.tsx';
import { describe, expect, it } from 'vitest';
import type { StateValueFrom } from 'xstate';
import { drawn } from '../drawn.tsx';
import { screenAt } from '../screen-at.tsx';

const nothing = () => undefined;
/** What is read in a state of the chart. */
function ended(value: string, more: Partial<SsoContext> = {}) {
  const state = ssoMachine.resolveState({
    value: value as StateValueFrom<typeof ssoMachine>, // named by the tests below
    context: {
      isReturn: true,
      provider: 'conta',
      isBeside: false,
      attempt: null,
      answer: null,
      why: null,
      tokens: null,
      signupGrant: null,
      user: null,
      account: null,
      failures: 0,
      ...more,
    },
  });
  return drawn(<Authentication state={state} send={nothing} choose={nothing} chooseHere={nothing} />);
}
const words: Record<SsoFailure, string> = {
  denied: 'A entrada não foi permitida na outra conta.',
  mixed: 'A resposta que chegou não é desta tentativa',
  lost: 'Esta aba não tem uma entrada para terminar.',
  unreachable: 'Não conseguimos abrir a página da outra conta.',
  unanswered: 'A resposta não chegou.',
  refused: 'A outra conta não confirmou quem você é.',
};

describe('the end of a sign-in with another account', () => {
  it.each(Object.entries(words))(
    'says of %s what happened, in the words of §8 and ours, and what to do',
    (why, text) => {
      const failed = ended('failed', { why: why as SsoFailure }); // its keys are those
      expect(failed.text).toContain(`Authentication failed. ${text}`);
      expect(failed.text).toContain('Tentar de novo');
      expect(failed.html).toContain('href="/login/phone/verification"');
      expect(failed.html).toContain('href="/login/email/verification"');
    },
  );
  it('offers nothing else while somebody is being let in, and says what is waited for', () => {
    for (const state of ['recalling', 'finishing', 'entering'])
      expect([state, ended(state).text]).toEqual([
        state,
        expect.stringMatching(/Entrando.*outra conta quem você é/),
      ]);
    expect(ended('finishing').html).not.toContain('/login/phone/verification');
    expect(ended('waiting').text).toContain('Você entrou, mas a sua conta ainda não abriu.');
  });
  it('shows the ways of the store while it looks for what was begun, and sends whoever is here away', async () => {
    const { html, address } = await screenAt('login.auth', {}, { who: { who: 'visitor' } });
    expect([address, html.includes('Entrando')]).toEqual(['/auth', true]);
    expect((await screenAt('login.auth', {}, {})).address).toBe('/');
  });
});

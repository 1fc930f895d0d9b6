import { type ContactContext, contactMachine } from '#machines/account/contact.machine.ts';
import { ContactProof } from '#screens/account/contact-proof.tsx';
import { describe, expect, it } from 'vitest';
import { NOW } from '../../machines/samples.ts';
import { drawn } from '../drawn.tsx';
import { screenAt } from '../screen-at.tsx';

const context: ContactContext = {
  channel: 'phone',
  known: { channel: 'phone', phone: '+5511987654321', email: null },
  isTyping: true,
  value: '+5511911112222',
  code: null,
  owner: null,
  resendAt: NOW,
  now: NOW,
  problem: null,
  failures: 0,
};

describe('the screen on which the code of a new contact is typed', () => {
  it('waits in its shape while the tab is asked what it sent', async () => {
    const { html, address } = await screenAt('app.updateActivation', { channel: 'phone' });
    expect(html).toContain('Digite o código que enviamos');
    expect(html).toContain('aria-busy="true"');
    expect(address).toBe('/update/phone/activation');
  });
  it('asks first for a code to the contact of before, and says that nothing is lost', () => {
    const state = contactMachine.resolveState({ value: 'proving', context });
    const { text } = drawn(<ContactProof state={state} />, {});
    expect(text).toContain('Primeiro, confirme que é você');
    expect(text).toContain('(11) 98765-4321 . O que você digitou está guardado.');
  });
});

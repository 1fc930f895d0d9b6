import { type OwnDataContext, ownDataMachine } from '#machines/account/own-data.machine.ts';
import { problemTitle } from '#client/problem-title.ts';
import { OwnDataStep } from '#screens/account/own-data.tsx';
import { describe, expect, it } from 'vitest';
import { drawn } from '../drawn.tsx';

const context: OwnDataContext = {
  known: { channel: 'phone', phone: '+5511987654321', email: null },
  isLeaving: false,
  problem: null,
  failures: 0,
};
const step = (value: 'warning' | 'proving' | 'deleting' | 'unheard', more: Partial<OwnDataContext> = {}) =>
  drawn(
    <OwnDataStep
      state={ownDataMachine.resolveState({ value, context: { ...context, ...more } })}
      send={() => undefined}
    />,
    {},
  ).text;

describe('the end of an account', () => {
  it('says before it what goes, what is canceled and what the law keeps, and can be left off', () => {
    const text = step('warning');
    expect(text).toContain('Pedidos que ainda não foram pagos são cancelados.');
    expect(text).toContain('A lei manda guardar, sem o seu nome:');
    expect(text).toMatch(/Continuar para excluir Manter a conta$/);
  });
  it('says why it did not come about', () => {
    const problem = { code: 'TOO_MANY_REQUESTS', title: 'x' } as const;
    expect(step('warning', { problem })).toContain(problemTitle(problem));
  });
  it('names the contact to which the code goes, and what comes after it', () => {
    expect(step('proving')).toContain('Enviamos um código para (11) 98765-4321 .');
    expect(step('proving')).not.toContain('excluída na hora');
    expect(step('proving', { isLeaving: true })).toContain('Confirmado, a conta é excluída na hora.');
  });
  it('waits for the answer, and says that it is asked again when it was lost', () => {
    expect(step('deleting')).toContain('Excluindo a sua conta');
    expect(step('unheard')).toContain('Não sabemos se a conta foi excluída');
  });
});

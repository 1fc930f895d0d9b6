import { describe, expect, it } from 'vitest';
import { afterQuestions, personalForm } from './steps.ts';

describe('the second question of a sign-up', () => {
  it('is the CPF, on a number pad', async () => {
    const { text, html, address } = await afterQuestions(2);
    expect(address).toBe('/signup/identification');
    expect(text).toContain('CPF');
    expect(html).toMatch(/<input(?=[^>]*inputMode="numeric")/i);
  });
  it('is named as the store names it', async () => {
    expect((await afterQuestions(2, { personalForm })).text).toContain('CPF do sócio');
  });
});

describe('what only one store asks of a person', () => {
  const answered = (patch: object) =>
    afterQuestions(3, { personalForm }, [{ type: 'details.changed', patch }]);

  it('comes after the CPF, in its words, by group, and what follows from an answer only after it', async () => {
    const { text, address } = await answered({});
    expect(address).toBe('/signup/identification');
    expect(text).toMatch(
      /Onde você trabalha\? Para achar o seu setor\. Pergunte ao RH se não souber\. Setor .*Informática .*No crachá Matrícula opcional .*Só a associação vê\. CPF 529\.982\.247-25 Corrigir Complete$/,
    );
    expect(text).not.toMatch(/Andar|Escondido/);
    expect((await answered({ department: 'TI' })).text).toMatch(/Setor.*Andar.*No crachá.*Complete$/);
    expect((await answered({ department: 'TI', floor: '3' })).text).toMatch(/Guardar$/);
  });
  it('leads to the other contact once it is whole, and not before', async () => {
    const submitted = async (patch: object) =>
      (
        await afterQuestions(3, { personalForm }, [
          { type: 'details.changed', patch },
          { type: 'details.submitted' },
        ])
      ).address;
    expect(await submitted({ department: 'TI' })).toBe('/signup/identification');
    expect(await submitted({ department: 'TI', floor: '3' })).toBe('/signup/email/verification');
  });
});

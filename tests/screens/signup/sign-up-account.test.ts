import { describe, expect, it } from 'vitest';
import { afterQuestions, personalForm } from './steps.ts';

describe('the beginning of a sign-up', () => {
  it('says what will be asked and what for, and begins once the terms are accepted', async () => {
    const { text, html, address } = await afterQuestions(0);
    expect(address).toBe('/signup');
    expect(text).toMatch(/Vamos criar o seu cadastro .*Seu nome .*Seu CPF Para a nota fiscal .*Seu CEP/);
    expect(html).toMatch(/<input(?=[^>]*type="checkbox")/);
    expect(text).toContain('Li e aceito os termos e a política de privacidade');
    for (const href of ['/about', '/privacy']) expect(html).toContain(`href="${href}"`);
    expect(text).toContain('Para continuar, aceite os termos acima. Criar conta');
  });
  it('says what the store asks beside the usual', async () => {
    expect((await afterQuestions(0)).text).toContain('São quatro perguntas rápidas');
    const { text } = await afterQuestions(0, { personalForm });
    expect(text).toMatch(
      /São seis perguntas rápidas.*Seu CPF .*Setor e Matrícula Só esta loja pergunta Seu e-mail Só se você quiser Seu CEP/,
    );
  });
});

import { describe, expect, it } from 'vitest';
import { windowAt } from '../window.ts';

describe('the about screen', () => {
  it('says who sells, where they are, and that they are made up', async () => {
    const { text, links } = await windowAt('/about');
    expect(text).toContain('CNPJ 12.345.678/0001-95');
    expect(text).toContain('Rua A, 1');
    expect(text).toContain('fictícios');
    expect(text).toContain('Termos de uso');
    expect(text).toContain('Vitrine 5.1.31');
    expect(links).toContainEqual(expect.objectContaining({ href: '/privacy' }));
  });
});

import { describe, expect, it } from 'vitest';
import { itemOf, windowAt } from '../window.ts';

const catalog = '/store/campanha-1/catalog';

describe('the category screen', () => {
  it('shows one category and marks it', async () => {
    const items = [itemOf(101, 'Maçã'), itemOf(102, 'Queijo', { tags: ['queijos'] })];
    const { text, links } = await windowAt(`${catalog}/category/frutas`, { items });
    expect(text).toContain('Maçã');
    expect(text).not.toContain('Queijo');
    const current = links.filter(
      ({ marks, href }) => marks.includes('aria-current') && href.includes('/catalog'),
    );
    expect(new Set(current.map(({ href }) => href))).toEqual(new Set([`${catalog}/category/frutas`]));
  });
});

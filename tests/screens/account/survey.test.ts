import { describe, expect, it } from 'vitest';
import { screenAt } from '../screen-at.tsx';

describe('the screen of a survey', () => {
  it('looks up what the store asks, for whoever has an account', async () => {
    const { text, address } = await screenAt('app.survey', {}, {}, { order: 'an-order' });
    expect(address).toBe('/survey');
    expect(text).toContain('Buscando as perguntas');
    expect((await screenAt('app.survey', {}, { who: { who: 'visitor' } })).address).toBe('/login');
    expect((await screenAt('app.survey', {}, { who: { who: 'newcomer' } })).address).toBe('/signup');
  });
});

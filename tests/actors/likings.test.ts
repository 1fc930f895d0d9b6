import { likingsActors } from '#actors/person/likings.ts';
import { apiOf, run } from '#tests/support/store/ports.ts';
import { describe, expect, it } from 'vitest';

describe('the ports of likings', () => {
  it('list the questions by their index, without a document that is none', async () => {
    const question = (index: number) => ({ index, title: `Pergunta ${index}`, type: 'SCALE' });
    const { api } = apiOf({
      'GET /api/documents/likings': [
        { id: 'b', data: question(2) },
        { id: 'broken', data: { index: 0, title: '', type: 'OTHER' } },
        { id: 'a', data: question(1) },
      ],
    });
    expect(await run(likingsActors(() => Promise.resolve(api)).loadLikings, {})).toMatchObject([
      { id: 'a', title: 'Pergunta 1' },
      { id: 'b', title: 'Pergunta 2' },
    ]);
  });
});

import { helpActors } from '#actors/person/help.ts';
import { isHelpDismissed, keepHelpDismissed, keepTrace, traceOf } from '#client/help/kept.ts';
import { apiOf, run } from '#tests/support/store/ports.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const path = 'GET /api/documents/defaults/others';
const wordsOf = (data: object) => run(helpActors(apiOf({ [path]: { id: 'others', data } }).api).readHelp);

describe('the port of help', () => {
  it('takes the store’s words from its documents', async () => {
    expect(await wordsOf({ helpText: ' Respondemos logo. ', helpChat: 'https://chat.test/loja' })).toEqual({
      text: 'Respondemos logo.',
      chat: 'https://chat.test/loja',
    });
  });
  it.each([[{}], [{ helpText: '  ', helpChat: 'javascript:alert(1)' }], [{ helpText: 4, helpChat: 'chat' }]])(
    'says nothing for %j',
    async (data) => {
      expect(await wordsOf(data)).toEqual({ text: null, chat: null });
    },
  );
});

describe('what a tab keeps about help', () => {
  const kept = new Map<string, string>();
  beforeEach(() => {
    kept.clear();
    vi.stubGlobal('sessionStorage', {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => void kept.set(name, value),
    });
  });
  afterEach(() => vi.unstubAllGlobals());
  it('is the beginning of the last problem’s id, for each store by itself', () => {
    expect(traceOf('feira')).toBeNull();
    keepTrace('feira', '0f8fad5b-d9cb-469f-a165-70867728950e');
    keepTrace('feira', '7c9e6679-7425-40de-944b-e07fc1f90ae7');
    expect(traceOf('feira')).toBe('7c9e6679');
    expect(traceOf('clube')).toBeNull();
  });
  it('is nothing where somebody else wrote there', () => {
    kept.set('vitrine:feira:trace', JSON.stringify('<b>1</b>'));
    expect(traceOf('feira')).toBeNull();
  });
  it('is that help was sent away', () => {
    expect(isHelpDismissed('feira')).toBe(false);
    keepHelpDismissed('feira');
    expect(isHelpDismissed('feira')).toBe(true);
  });
});

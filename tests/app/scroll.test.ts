import { afterEach, describe, expect, it, vi } from 'vitest';
import { scrollsNow } from '../../src/shell/scroll.ts';

/** A page at its first drawing. @param type how one came, where the browser tells */
function arrive(scrollY: number, type?: string): () => boolean {
  vi.stubGlobal('scrollY', scrollY);
  vi.stubGlobal('document', new EventTarget());
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue(type === undefined ? [] : ([{ type }] as never));
  return scrollsNow();
}

describe('a page that was scrolled before its scripts came', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  it.each([{ how: 'by a link', type: 'navigate' }, { how: 'and the browser does not say how' }])(
    'stays where its reader is, who came $how',
    ({ type }: { type?: string }) => {
      const scrolls = arrive(600, type);
      expect([scrolls(), scrolls()]).toEqual([false, true]);
    },
  );
  it.each(['reload', 'back_forward'])('is led to where it was left, after a %s', (type) => {
    expect(arrive(600, type)()).toBe(true);
  });
  it('begins at its top where nobody has scrolled it', () => {
    expect(arrive(0, 'navigate')()).toBe(true);
  });
});

import { remembered } from '#shell/page/remembered.ts';
import { describe, expect, it } from 'vitest';

describe('what is remembered of texts', () => {
  it('is made once, and again when others came in between', () => {
    const made: string[] = [];
    const lengthOf = remembered(2, (text) => {
      made.push(text);
      return text.length;
    });
    expect(['a', 'bb', 'a', 'ccc', 'a', 'bb'].map(lengthOf)).toEqual([1, 2, 1, 3, 1, 2]);
    expect(made).toEqual(['a', 'bb', 'ccc', 'bb']);
  });

  it('may be nothing, and is of no more texts than it is for', () => {
    const made: string[] = [];
    const nothing = remembered(3, (text, more: number) => void made.push(`${text}${more}`));
    const texts = Array.from({ length: 50 }, (_, at) => `${at}:`);
    for (const text of texts) expect([nothing(text, 1), nothing(text, 2)]).toEqual([undefined, undefined]);
    expect(made).toHaveLength(50);
    for (const text of texts.toReversed()) nothing(text, 3);
    expect(made.slice(50)).toEqual(
      texts
        .slice(0, 47)
        .toReversed()
        .map((text) => `${text}3`),
    );
  });
});

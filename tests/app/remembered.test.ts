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
});

import { describe, expect, it } from 'vitest';
import { accessKeyIn, accessKeyLink, formatAccessKey } from '#domain/person/access-key.ts';

describe('an access key', () => {
  it('is found in a link of any host, and left as it was typed elsewhere', () => {
    for (const [text, key] of [
      [' 7K3M-9QX2-0ABC-DEFG ', '7K3M-9QX2-0ABC-DEFG'],
      ['https://loja.example/invite/code?key=7K3M9QX20ABCDEFG', '7K3M9QX20ABCDEFG'],
      ['web+vitrine://invite/code?key=7K3M', '7K3M'],
      ['https://loja.example/invite/code', 'https://loja.example/invite/code'],
      ['javascript:alert(1)?key=7K3M', 'javascript:alert(1)?key=7K3M'],
      ['https://', 'https://'],
    ] as const)
      expect(accessKeyIn(text)).toBe(key);
  });
  it('goes into a link and comes out of it', () => {
    expect(accessKeyIn(accessKeyLink('https://loja.example', '7K3M 9&X'))).toBe('7K3M 9&X');
    expect(formatAccessKey('7K3M9QX20ABCDEFG')).toBe('7K3M-9QX2-0ABC-DEFG');
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { photoType } from '#domain/photo.ts';
import { RUNS } from './arbitraries.ts';

const of = (...signs: (number | string)[]) =>
  Uint8Array.from(signs.flatMap((sign) => (typeof sign === 'number' ? [sign] : [...Buffer.from(sign)])));

describe('a picture', () => {
  it('is known by how it begins', () => {
    expect(photoType(of(0xff, 0xd8, 0xff, 0xe0, 'JFIF'))).toBe('image/jpeg');
    expect(photoType(of(0x89, 'PNG', 0x0d, 0x0a, 0x1a, 0x0a))).toBe('image/png');
    expect(photoType(of('RIFF', 1, 2, 3, 4, 'WEBP'))).toBe('image/webp');
    for (const other of [
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      '<html>',
      'GIF89a',
      '%PDF-1.7',
      'RIFFxxxxWAVE',
      'RIFF',
      '',
      ' \u00ff\u00d8',
    ])
      expect(photoType(of(other))).toBeNull();
  });
  it('is never what begins otherwise, whatever follows', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        const known = photoType(bytes);
        expect(known === 'image/jpeg').toBe(bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff);
        expect(photoType(Uint8Array.from([0x3c, ...bytes]))).toBeNull();
      }),
      RUNS,
    );
  });
});

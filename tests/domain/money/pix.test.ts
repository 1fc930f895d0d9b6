import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cents } from '#contract/money.ts';
import { orderCodeFrom } from '#domain/order/order-code.ts';
import {
  dynamicPixCode,
  isPixCodeFor,
  orderOfTxid,
  pixTxid,
  readPixCode,
  staticPixCode,
} from '#domain/money/pix.ts';

/** CRC-16/CCITT-FALSE as the manual gives it, written apart from the library's. */
function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

/** The two examples of the central bank's manual. */
const DYNAMIC_EXAMPLE =
  '00020101021226700014br.gov.bcb.pix2548pix.example.com/8b3da2f39a4140d1a91abd93113bd4415204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***630464E4';
const STATIC_EXAMPLE =
  '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D';
const orderCode = 'ABCDEFGHJKMNPQRS';
const charge = {
  key: '123e4567-e12b-12d1-a456-426655440000',
  name: 'Feira do Seu Zé — Pomar da Vila',
  city: 'São João del-Rei',
  amount: cents(8_640),
  orderCode,
  attempt: 1,
};
const anyCharge = fc.record({
  key: fc.constantFrom(charge.key, '+5511987654321', 'pix@exemplo.com.br'),
  name: fc.constantFrom('Feira', charge.name, 'Açaí & Cia'),
  city: fc.constantFrom('São Paulo', charge.city),
  amount: fc.integer({ min: 1, max: 999_999_999 }).map(cents),
  orderCode: fc.uint8Array({ minLength: 10, maxLength: 10 }).map(orderCodeFrom),
  attempt: fc.integer({ min: 1, max: 99 }),
});

describe('a Pix code', () => {
  it('reads the example of the manual', () => {
    expect(readPixCode(STATIC_EXAMPLE)).toEqual({
      kind: 'static',
      key: charge.key,
      url: null,
      name: 'Fulano de Tal',
      city: 'BRASILIA',
      amount: null,
      txid: null,
    });
  });

  it('is static: no field 01, amount 54, txid of order and attempt, name and city cut and without accents', () => {
    const code = staticPixCode(charge) ?? '';
    expect(code.startsWith('00020126')).toBe(true);
    expect(code).toContain('540586.40');
    expect(code).toContain('5303986');
    expect(readPixCode(code)).toMatchObject({
      name: 'Feira do Seu Ze Pomar da',
      city: 'SAO JOAO DEL-RE',
      amount: 8_640,
      txid: `${orderCode}01`,
    });
    expect(isPixCodeFor(code, { key: charge.key, amount: cents(8_640), txid: `${orderCode}01` })).toBe(true);
    expect(
      isPixCodeFor(code, { key: 'outra@exemplo.com', amount: cents(8_640), txid: `${orderCode}01` }),
    ).toBe(false);
    expect(isPixCodeFor(code, { key: charge.key, amount: cents(8_641), txid: `${orderCode}01` })).toBe(false);
  });

  it('ends with the checksum of the manual, in capitals, and is plain ASCII', () => {
    const body = STATIC_EXAMPLE.slice(0, -4);
    expect(crc16(body)).toBe('1D3D');
    expect(readPixCode(`${body}1d3d`)).toBeNull();
    const accented = body.replace('Fulano de Tal', 'Fulano de Sá ');
    expect(readPixCode(accented + crc16(accented))).toBeNull();
    fc.assert(
      fc.property(anyCharge, (any) => {
        const code = staticPixCode(any) ?? '';
        expect(crc16(code.slice(0, -4))).toBe(code.slice(-4));
      }),
      { numRuns: 2_000 },
    );
  });

  it('is null when it cannot be made', () => {
    expect(staticPixCode({ ...charge, amount: cents(0) })).toBeNull();
    expect(staticPixCode({ ...charge, key: 'nada' })).toBeNull();
    expect(staticPixCode({ ...charge, name: '' })).toBeNull();
    expect(staticPixCode({ ...charge, orderCode: 'ABC' })).toBeNull();
    expect(() => pixTxid(orderCode, 100)).toThrow(RangeError);
    expect(dynamicPixCode({ url: 'https://pix.exemplo.com/1', name: 'Feira', city: 'Assis' })).toBeNull();
  });

  it('equals the dynamic example of the manual, byte by byte', () => {
    const url = 'pix.example.com/8b3da2f39a4140d1a91abd93113bd441';
    expect(dynamicPixCode({ url, name: 'Fulano de Tal', city: 'Brasília' })).toBe(DYNAMIC_EXAMPLE);
    expect(readPixCode(DYNAMIC_EXAMPLE)).toMatchObject({ kind: 'dynamic', url });
  });

  it('of an acquirer is dynamic and carries its location only', () => {
    const code = dynamicPixCode({ url: 'pix.exemplo.com/qr/v2/1234', name: 'Feira', city: 'Assis' }) ?? '';
    expect(code).toContain('010212');
    expect(readPixCode(code)).toMatchObject({
      kind: 'dynamic',
      key: null,
      url: 'pix.exemplo.com/qr/v2/1234',
      amount: null,
      txid: null,
    });
  });

  it('REL-12 comes back from a round trip as it went', () => {
    fc.assert(
      fc.property(anyCharge, (any) => {
        const read = readPixCode(staticPixCode(any) ?? '');
        expect(read).toMatchObject({
          kind: 'static',
          key: any.key,
          amount: any.amount,
          txid: pixTxid(any.orderCode, any.attempt),
        });
        expect(orderOfTxid(read?.txid ?? '')).toEqual({ orderCode: any.orderCode, attempt: any.attempt });
        expect(
          (read?.name.length ?? 99) <= 25 &&
            (read?.city.length ?? 99) <= 15 &&
            (read?.txid?.length ?? 99) <= 25,
        ).toBe(true);
      }),
      { numRuns: 10_000 },
    );
  });

  it('REL-12 with one wrong character is refused', () => {
    const codes = fc.sample(anyCharge, 50).map((any) => staticPixCode(any) ?? '');
    const wrong = fc.oneof(
      { weight: 4, arbitrary: fc.integer({ min: 32, max: 126 }) },
      { weight: 1, arbitrary: fc.integer({ min: 0, max: 0xd7ff }) },
    );
    fc.assert(
      fc.property(fc.constantFrom(...codes), fc.nat(10_000), wrong, (code, place, letter) => {
        const at = place % code.length;
        const corrupted = code.slice(0, at) + String.fromCharCode(letter) + code.slice(at + 1);
        if (corrupted !== code) expect(readPixCode(corrupted)).toBeNull();
      }),
      { numRuns: 10_000 },
    );
    const [code = ''] = codes;
    expect(readPixCode(`${code} `)).toBeNull();
  });
});

export type PhotoType = 'image/jpeg' | 'image/png' | 'image/webp';

/** How files begin. Source: ISO/IEC 10918-1 B.1.1.3, PNG (W3C) 5.2, RFC 9649 §2.4. */
const BEGINNINGS: readonly [PhotoType, number, readonly number[]][] = [
  ['image/jpeg', 0, [0xff, 0xd8, 0xff]],
  ['image/png', 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/webp', 0, [0x52, 0x49, 0x46, 0x46]],
  ['image/webp', 8, [0x57, 0x45, 0x42, 0x50]],
];

/** What a picture is, by its first bytes and not by what anybody calls it; null for anything else. */
export function photoType(bytes: Uint8Array): PhotoType | null {
  const isOf = (type: PhotoType) =>
    BEGINNINGS.filter(([one]) => one === type).every(([, at, signs]) =>
      signs.every((sign, index) => bytes[at + index] === sign),
    );
  return (['image/jpeg', 'image/png', 'image/webp'] as const).find(isOf) ?? null;
}

import { describe, expect, it } from 'vitest';
import { deskScreen, deskScreenIds } from '#machines/ops/screens.ts';
import { partsByScreen, screenParts } from '../../src/ops/screens.ts';

const file = (screen: string) => `./screens/${screen}-screen.tsx`;
const whole = Object.fromEntries(
  deskScreenIds.map((screen) => [
    file(screen),
    { [`${screen.charAt(0).toUpperCase()}${screen.slice(1)}Screen`]: () => null, RailIcon: () => null },
  ]),
);

describe('the files of the desk’s screens', () => {
  it('belong to one row each, and each row has one', () => {
    expect(Object.keys(screenParts)).toEqual(deskScreenIds);
    for (const screen of deskScreenIds) {
      expect(screenParts[screen].Screen, screen).toBeTypeOf('function');
      expect(screenParts[screen].Icon === null, screen).toBe(Boolean(deskScreen(screen).within));
    }
  });
  it('are named, and so is the row, where one is without the other', () => {
    const { [file('money')]: money, ...others } = whole;
    expect(() => partsByScreen({ ...others, [file('gold')]: money ?? {} })).toThrow(
      /the row 'money' .* has no file \.\/screens\/money-screen\.tsx\n\.\/screens\/gold-screen\.tsx has no row/,
    );
    expect(() => partsByScreen({ ...whole, [file('money')]: {} })).toThrow(
      './screens/money-screen.tsx exports no MoneyScreen\n./screens/money-screen.tsx exports no RailIcon',
    );
  });
});

import * as constants from '#domain/constants.ts';
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const homes = /^src\/(?:contract|domain)\/constants\.ts$/;
const files = globSync('{src,machines}/**/*.{ts,tsx}').filter(
  (file) => !homes.test(file) && !file.includes('/shops/'),
);
/** Code alone: comments may name a value to explain it. */
const codeOf = (file: string) => readFileSync(file, 'utf8').replace(/\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');

it('writes a constant of the specification once: everybody else asks for it by its name', () => {
  const {
    CLIENT_VERSION,
    EXPIRED_TEXT,
    DISTANCE_FACTOR,
    DEFAULT_LATITUDE,
    DEFAULT_LONGITUDE,
    EARTH_RADIUS_KM,
    DESKTOP_WIDTH,
    CAMPAIGN_PAGE,
  } = constants;
  const written = [
    ...[CLIENT_VERSION, EXPIRED_TEXT, DISTANCE_FACTOR, DEFAULT_LATITUDE, DEFAULT_LONGITUDE].map((value) =>
      String(value),
    ),
    `>= ${DESKTOP_WIDTH}`,
    `Query(${CAMPAIGN_PAGE}`,
    `Value(${CAMPAIGN_PAGE})`,
    `${EARTH_RADIUS_KM}`,
    'DEADLINE = 60_000',
    'pageQuery(10,',
  ];
  const repeats = files.flatMap((file) =>
    written.filter((value) => codeOf(file).includes(value)).map((value) => `${file}: ${value}`),
  );
  expect(files.length).toBeGreaterThan(300);
  expect(repeats).toEqual([]);
});

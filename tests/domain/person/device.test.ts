import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { Device } from '#contract/people/device.ts';
import { deviceOf } from '#domain/person/device.ts';

const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const BLINK = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X)';
const ANDROID = 'Mozilla/5.0 (Linux; Android 10; K)';
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';

describe('the device of a User-Agent', () => {
  it.each([
    ['chrome', 'android', `${ANDROID} ${BLINK} Chrome/142.0.0.0 Mobile Safari/537.36`],
    ['chrome', 'iphone', `${IPHONE} ${WEBKIT} CriOS/142.0.7444.46 Mobile/15E148 Safari/604.1`],
    ['chrome', 'windows', `${WINDOWS} ${BLINK} Chrome/142.0.0.0 Safari/537.36`],
    ['chrome', 'linux', `Mozilla/5.0 (X11; Linux x86_64) ${BLINK} HeadlessChrome/142.0.0.0 Safari/537.36`],
    [
      'chrome',
      'chromebook',
      `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${BLINK} Chrome/142.0.0.0 Safari/537.36`,
    ],
    ['safari', 'iphone', `${IPHONE} ${WEBKIT} Version/26.0 Mobile/15E148 Safari/604.1`],
    [
      'safari',
      'ipad',
      `Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) ${WEBKIT} Version/16.6 Mobile/15E148 Safari/604.1`,
    ],
    ['safari', 'mac', `${MAC} ${WEBKIT} Version/26.0 Safari/605.1.15`],
    ['firefox', 'android', 'Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0'],
    ['firefox', 'iphone', `${IPHONE} ${WEBKIT} FxiOS/145.0 Mobile/15E148 Safari/605.1.15`],
    [
      'firefox',
      'windows',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
    ],
    ['edge', 'windows', `${WINDOWS} ${BLINK} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`],
    ['edge', 'android', `${ANDROID} ${BLINK} Chrome/142.0.0.0 Mobile Safari/537.36 EdgA/142.0.0.0`],
    ['samsung', 'android', `${ANDROID} ${BLINK} SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36`],
    ['opera', 'mac', `${MAC} ${BLINK} Chrome/142.0.0.0 Safari/537.36 OPR/124.0.0.0`],
    [
      'instagram',
      'android',
      `${ANDROID} ${BLINK} Version/4.0 Chrome/142.0.0.0 Mobile Safari/537.36 Instagram 405.0.0.0 Android (34/14)`,
    ],
    ['facebook', 'iphone', `${IPHONE} ${WEBKIT} Mobile/22G86 [FBAN/FBIOS;FBAV/535.0.0.0;FBDV/iPhone15,2]`],
  ])('is %s on %s', (browser, system, said) => {
    expect(deviceOf(said)).toEqual({ browser, system });
  });
  it('is as much of it as can be told', () => {
    expect(deviceOf(undefined)).toEqual({});
    expect(deviceOf('curl/8.17.0')).toEqual({});
    expect(deviceOf('node')).toEqual({});
    expect(deviceOf(`${ANDROID} ${BLINK}`)).toEqual({ system: 'android' });
    expect(deviceOf('Mozilla/5.0 (PlayStation; PlayStation 5/6.00) Firefox/145.0')).toEqual({
      browser: 'firefox',
    });
  });
  it('is nothing but names of the two lists, whatever is sent', () => {
    const part = fc.constantFrom(
      'Chrome/1',
      'Edg/',
      'Instagram ',
      'Android',
      'iPhone',
      'Version/1 ',
      'x'.repeat(99),
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(part, fc.string({ unit: 'binary' }))), (parts) => {
        const device = deviceOf(parts.join(' '));
        expect(v.is(v.strictObject(Device.entries), device)).toBe(true);
        expect(deviceOf(`${parts.join(' ')}${' '.repeat(600)}SamsungBrowser/1 CrOS`)).toEqual(device);
      }),
      { numRuns: 2_000 },
    );
  });
});

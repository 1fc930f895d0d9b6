import type { Browser, Device, DeviceSystem } from '#contract/people/device.ts';

/** Browsers name those before them as well: the first that fits is meant. */
const browsers: readonly (readonly [RegExp, Browser])[] = [
  [/\bInstagram /, 'instagram'],
  [/\bFBA[NV]\//, 'facebook'],
  [/\bEdg(?:A|iOS)?\//, 'edge'],
  [/\b(?:OPR|OPT|OPiOS)\//, 'opera'],
  [/\bSamsungBrowser\//, 'samsung'],
  [/\b(?:Firefox|FxiOS)\//, 'firefox'],
  [/(?:Chrome|\bCriOS)\//, 'chrome'],
  [/\bVersion\/[\d.]+ (?:Mobile\/\w+ )?Safari\//, 'safari'],
];
/** An iPhone also says that it is like a Mac, an Android that it is a Linux. */
const systems: readonly (readonly [RegExp, DeviceSystem])[] = [
  [/\biPad\b/, 'ipad'],
  [/\biPhone\b/, 'iphone'],
  [/\bAndroid\b/, 'android'],
  [/\bCrOS\b/, 'chromebook'],
  [/\bWindows NT\b/, 'windows'],
  [/\bMacintosh\b/, 'mac'],
  [/\bLinux\b/, 'linux'],
];
/** Letters that are read: what a browser says of itself is half as long. */
const MOST = 512;

/**
 * The device of a `User-Agent`, by names from two closed lists; nothing else of the header goes on. What cannot be
 * told is missing: a program, or a browser that hides. An iPad that says that it is a Mac is taken for one.
 * Source: RFC 9110 §10.1.5; decision 138.
 */
export function deviceOf(userAgent: string | undefined): Device {
  const said = (userAgent ?? '').slice(0, MOST);
  const browser = browsers.find(([pattern]) => pattern.test(said))?.[1];
  const system = systems.find(([pattern]) => pattern.test(said))?.[1];
  return { ...(browser && { browser }), ...(system && { system }) };
}

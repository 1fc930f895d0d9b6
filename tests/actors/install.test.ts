import { type InstallPrompt, installActors } from '#actors/person/install.ts';
import { countVisit, keepSilence } from '#client/install/kept.ts';
import { outsideLink, wayOf } from '#client/install/way.ts';
import type { Way } from '#machines/install/install.machine.ts';
import { apiOf, run } from '#tests/support/store/ports.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const path = 'GET /api/documents/defaults/dialogs';
const button = (event: string) => ({ text: event, event, variant: 'primary' });
const dialog = (...events: string[]) => ({
  id: 'x',
  title: 'Título',
  text: 'Texto.',
  buttons: events.map(button),
});
const wordsOf = (way: Way, data: object) =>
  run(installActors(apiOf({ [path]: { id: 'dialogs', data } }).api, () => null).readInstallWords, { way });

describe('the words of the offer to install', () => {
  it('are those of the store, without buttons that it does not know', async () => {
    const installAndroid = dialog('install.accepted', 'cart.emptied', 'install.dismissed');
    expect(await wordsOf('prompt', { installAndroid })).toEqual(
      dialog('install.accepted', 'install.dismissed'),
    );
    const installIos = dialog('install.dismissed');
    expect(await wordsOf('share', { installIos, installAndroid })).toEqual(installIos);
  });
  it.each<[string, Way, object]>([
    ['of another name', 'share', { installAndroid: dialog('install.dismissed') }],
    ['without a way to send it away', 'prompt', { installAndroid: dialog('install.accepted') }],
    ['without a way to do it', 'prompt', { installAndroid: dialog('install.dismissed') }],
    ['without words', 'share', { installIos: { ...dialog('install.dismissed'), title: ' ' } }],
    [
      'longer than its place',
      'share',
      { installIos: { ...dialog('install.dismissed'), text: 'a'.repeat(241) } },
    ],
    ['of another shape', 'share', { installIos: 'Instale!' }],
    ['inside another app', 'outside', { installIos: dialog('install.dismissed') }],
  ])('are not those of a dialog %s', async (_, way, data) => {
    expect(await wordsOf(way, data)).toBeNull();
  });
  it('do not ask twice with one question of the browser', async () => {
    const prompt = vi.fn(() => Promise.resolve());
    const questions: InstallPrompt[] = [{ prompt, userChoice: Promise.resolve({ outcome: 'accepted' }) }];
    const { promptInstall } = installActors(apiOf({}).api, () => questions.pop() ?? null);
    expect(await run(promptInstall)).toBe('accepted');
    await expect(run(promptInstall)).rejects.toThrow('answered before');
    expect(prompt).toHaveBeenCalledOnce();
  });
});

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';
const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15';
const CHROME =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';

describe('the way to the home screen', () => {
  it.each<[string, string, number, Way | null]>([
    ['Safari on an iPhone', IPHONE, 5, 'share'],
    ['Safari on an iPad, which calls itself a Mac', MAC, 5, 'share'],
    ['Safari on a Mac', MAC, 0, null],
    ['Chrome on an iPhone', IPHONE.replace('Version/18.1', 'CriOS/142.0'), 5, null],
    ['Chrome on Android, which asks by itself', CHROME, 5, null],
    ['Instagram on an iPhone', `${IPHONE} Instagram 350.0.0`, 5, 'outside'],
    ['Facebook on Android', `${CHROME} [FB_IAB/FB4A;FBAV/480.0]`, 5, 'outside'],
    ['a page shown by an app of Android', CHROME.replace('Android 14', 'Android 14; wv'), 5, 'outside'],
  ])('is known of %s', (_, userAgent, touchPoints, way) => {
    expect(wayOf({ userAgent, touchPoints })).toBe(way);
  });
  it('leads out of another app by an address where there is one', () => {
    const page = new URL('https://feira.test/store/feira?cupom=BEMVINDO');
    expect(outsideLink({ userAgent: CHROME, touchPoints: 5 }, page)).toBe(
      'intent://feira.test/store/feira?cupom=BEMVINDO#Intent;scheme=https;action=android.intent.action.VIEW;end',
    );
    expect(outsideLink({ userAgent: IPHONE, touchPoints: 5 }, page)).toBeNull();
  });
});

describe('what a device keeps of the offer', () => {
  const kept = new Map<string, string>();
  beforeEach(() => {
    kept.clear();
    vi.stubGlobal('localStorage', {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => void kept.set(name, value),
    });
  });
  afterEach(() => vi.unstubAllGlobals());
  const MINUTE = 60_000;
  const DAY = 1_440 * MINUTE;
  const now = Date.parse('2026-11-25T12:00:00Z');

  it('counts a second visit half an hour after the first was left, in each store by itself', () => {
    const second = (client: string, at: number) => countVisit(client, at).isSecond;
    expect(second('feira', now)).toBe(false);
    expect(second('feira', now + 29 * MINUTE)).toBe(false);
    expect(second('feira', now + 58 * MINUTE)).toBe(false);
    expect(second('feira', now + 88 * MINUTE)).toBe(true);
    expect(second('clube', now + 88 * MINUTE)).toBe(false);
  });
  it('is silent for ninety days once it was sent away', () => {
    expect(countVisit('feira', now).isSilent).toBe(false);
    keepSilence('feira', now);
    expect(countVisit('feira', now + 90 * DAY - 1)).toEqual({ isSecond: true, isSilent: true });
    expect(countVisit('feira', now + 90 * DAY)).toEqual({ isSecond: true, isSilent: false });
  });
  it('begins anew from what does not fit', () => {
    kept.set('vitrine-install:feira:offer', '{"visits":"many"}');
    expect(countVisit('feira', now)).toEqual({ isSecond: false, isSilent: false });
  });
});

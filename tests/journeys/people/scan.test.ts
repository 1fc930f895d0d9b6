import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { accessKeyLink } from '#domain/person/access-key.ts';
import { launchBrowser, newVisitor, test as base } from '#tests/support/browser/browser.ts';
import { at, heading, seen } from '#tests/support/people.ts';
import { filmOf, pngOf } from '#tests/support/qr-pictures.ts';

const CAMPAIGN = 'https://loja.invalid/store/feira-da-semana';
/** A browser whose camera shows the code of a campaign. */
const test = base.extend('browser', { scope: 'file' }, async ({}, { onCleanup }) => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'vitrine-film-'));
  const film = path.join(dir, 'code.y4m');
  writeFileSync(film, filmOf(CAMPAIGN));
  const browser = await launchBrowser(16, { film });
  onCleanup(async () => {
    await browser.close();
    rmSync(dir, { recursive: true });
  });
  return browser;
});

/** Keeps what the page opens of the camera, so that it can be asked whether it was let go of. */
const watchCamera = (page: Page) =>
  page.addInitScript(() => {
    const tracks: MediaStreamTrack[] = [];
    const { mediaDevices } = navigator;
    const open = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (wanted) => {
      const stream = await open(wanted);
      tracks.push(...stream.getTracks());
      return stream;
    };
    Object.assign(globalThis, { tracks });
  });
const tracksOf = (page: Page) =>
  page.evaluate(() =>
    (Reflect.get(globalThis, 'tracks') as MediaStreamTrack[]).map(({ readyState }) => readyState),
  );
const gallery = (page: Page) => page.getByLabel('Escolher foto do código');
const png = async (text: string) => ({
  name: 'code.png',
  mimeType: 'image/png',
  buffer: await pngOf(text),
});

describe('a code', () => {
  test('is read by the camera, which is let go of, and leads to its page', async ({ page, expect }) => {
    await watchCamera(page);
    const wasm: string[] = [];
    page.context().on('response', (response) => {
      if (response.url().endsWith('.wasm'))
        wasm.push(`${new URL(response.url()).origin} ${response.status()}`);
    });
    await page.goto('/order/tracking');
    await page.getByRole('link', { name: 'Ler o QR do pedido' }).click();
    await at(page, '/qrcode');
    await seen(heading(page, 'Você tem um código?'));
    await expect.poll(() => page.getByRole('button', { name: 'Usar a câmera' }).count()).toBe(1);
    expect(await tracksOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Usar a câmera' }).click();
    await at(page, '/store/feira-da-semana');
    await expect.poll(() => tracksOf(page)).toEqual(['ended']);
    expect(wasm).toEqual([`${new URL(page.url()).origin} 200`]);
  });

  test('is looked for only in sight: hidden, the camera goes out, and comes back with the page', async ({
    page,
    expect,
  }) => {
    await watchCamera(page);
    // Nothing is read here: the reader does not come.
    await page.route('**/*.wasm', (route) => route.abort());
    await page.route('**/decoder-worker*', () => undefined);
    await page.goto('/qrcode');
    await page.getByRole('button', { name: 'Usar a câmera' }).click();
    await seen(page.getByLabel('O que a câmera vê'));
    // This one has no light, so none is offered.
    expect(await page.getByRole('radiogroup', { name: 'Luz da câmera' }).count()).toBe(0);
    const hide = (isHidden: boolean) =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'hidden', { value, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }, isHidden);
    await hide(true);
    await seen(page.getByText('A câmera está desligada'));
    await expect.poll(() => tracksOf(page)).toEqual(['ended']);
    await hide(false);
    await seen(page.getByLabel('O que a câmera vê'));
    await expect.poll(() => tracksOf(page)).toEqual(['ended', 'live']);
    await page.getByRole('button', { name: 'Desligar a câmera' }).click();
    await seen(page.getByRole('button', { name: 'Usar a câmera' }));
    await expect.poll(() => tracksOf(page)).toEqual(['ended', 'ended']);
  });

  test('is read from a picture; one of somebody else is told, and a picture without one as well', async ({
    page,
    faults,
  }) => {
    await page.goto('/qrcode');
    await gallery(page).setInputFiles(await png('https://example.org/menu'));
    await seen(
      page.getByText('Este código não é desta loja. Nele está: “https://example.org/menu”', { exact: false }),
    );
    await gallery(page).setInputFiles({ name: 'text.png', mimeType: 'image/png', buffer: Buffer.from('no') });
    await seen(page.getByText('Não achamos um código nesta foto.', { exact: false }));
    faults.expect(/404/);
    await gallery(page).setInputFiles(
      await png(accessKeyLink('https://loja.invalid', '0123-4567-89AB-CDEF')),
    );
    await at(page, '/invite/code');
  });

  test('is looked for by the other camera as well, and by the light of one that has it', async ({
    shop,
    faults,
    expect,
    onTestFinished,
  }) => {
    const browser = await launchBrowser(16, 'two');
    onTestFinished(() => browser.close());
    const page = await (await newVisitor(browser, shop, faults)).newPage();
    await watchCamera(page);
    // No camera of this browser has a light: the second is given one, which can go out for good.
    await page.addInitScript(() => {
      const { prototype } = MediaStreamTrack;
      const { getCapabilities } = prototype;
      const isSecond = (track: MediaStreamTrack) => track.label.endsWith('1');
      const lights: boolean[] = [];
      prototype.getCapabilities = function (this: MediaStreamTrack) {
        return { ...getCapabilities.call(this), ...(isSecond(this) && { torch: true }) };
      };
      prototype.applyConstraints = async (constraints) => {
        const { torch } = (constraints?.advanced?.[0] ?? {}) as { torch: boolean };
        if (lights.length === 2) throw new DOMException('too hot', 'OverconstrainedError');
        lights.push(torch);
      };
      Object.assign(globalThis, { lights });
    });
    await page.goto('/qrcode');
    await page.getByRole('button', { name: 'Usar a câmera' }).click();
    const turn = page.getByRole('button', { name: 'Usar a outra câmera' });
    const light = page.getByRole('radiogroup', { name: 'Luz da câmera' });
    const label = () =>
      page.evaluate(() => (Reflect.get(globalThis, 'tracks') as MediaStreamTrack[]).at(-1)?.label);
    await seen(turn);
    const first = await label();
    expect(await light.count()).toBe(0);
    await turn.click();
    await seen(light);
    expect(await label()).not.toBe(first);
    // The device opened the first once more before it was seen to be the same.
    expect((await tracksOf(page)).slice(0, -1)).not.toContain('live');
    const isLit = () => light.getByRole('radio', { name: 'Com luz' }).isChecked();
    await light.getByText('Com luz').click();
    await expect.poll(isLit).toBe(true);
    await light.getByText('Sem luz').click();
    await expect.poll(isLit).toBe(false);
    expect(await page.evaluate(() => Reflect.get(globalThis, 'lights') as boolean[])).toEqual([true, false]);
    await light.getByText('Com luz').click();
    await light.waitFor({ state: 'detached' });
    await seen(page.getByLabel('O que a câmera vê'));
    await turn.click();
    await expect.poll(label).toBe(first);
    await page.getByRole('button', { name: 'Desligar a câmera' }).click();
    await expect.poll(async () => (await tracksOf(page)).includes('live')).toBe(false);
  });

  test('is typed where the device gives no camera, and says what it may be', async ({
    shop,
    faults,
    expect,
    onTestFinished,
  }) => {
    const browser = await launchBrowser(16, 'denied');
    onTestFinished(() => browser.close());
    const page = await (await newVisitor(browser, shop, faults)).newPage();
    await page.goto('/qrcode');
    await page.getByRole('button', { name: 'Usar a câmera' }).click();
    await seen(page.getByText('Este aparelho não deixou a loja usar a câmera.', { exact: false }));
    await page.getByLabel('Código ou link').fill('0123 4567 89ab cdef');
    await page.keyboard.press('Enter');
    await seen(heading(page, 'O que é este código?'));
    const track = page.getByRole('link', { name: 'Acompanhar o pedido' });
    await expect.poll(() => track.getAttribute('href')).toBe('/order/tracking/0123456789ABCDEF/details');
    await page.getByRole('button', { name: 'Ler outro código' }).click();
    await seen(page.getByLabel('Código ou link'));
    await page.getByLabel('Código ou link').fill('https://loja.invalid/store/feira-da-semana?cupom=NADA');
    await page.keyboard.press('Enter');
    await at(page, '/store/feira-da-semana');
  });

  test('is taken from what another app shares with the installed store, by the address that the store names', async ({
    page,
    shop,
    expect,
  }) => {
    const { share_target } = (await (await page.request.get(`${shop.url}/manifest.webmanifest`)).json()) as {
      share_target: { action: string; params: { text: string; url: string } };
    };
    const share = (name: 'text' | 'url', text: string) =>
      page.goto(`${share_target.action}?${new URLSearchParams({ [share_target.params[name]]: text })}`);
    await share('text', 'https://loja.invalid/store/feira-da-semana, olha que feira boa!');
    await at(page, '/store/feira-da-semana');
    // Back comes to the reader and stays there; with what it read, where the screen was still kept.
    await page.goBack();
    await seen(heading(page, /^(O código é desta loja|Você tem um código\?)$/));
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/qrcode');
    await share('url', 'https://example.org/menu');
    await seen(page.getByText('Este código não é desta loja.', { exact: false }));
    await share('text', '0123-4567-89AB-CDEF');
    await seen(heading(page, 'O que é este código?'));
    await expect.poll(() => page.title()).toContain('Ler código');
  });
});

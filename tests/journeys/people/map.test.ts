import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { describe } from 'vitest';
import { test } from '#tests/support/browser/browser.ts';
import { at, become, heading, seen } from '#tests/support/people.ts';

const mapOf = (page: Page, state: string): Locator => page.locator(`[data-map="${state}"]`);
const points = (page: Page) => page.getByRole('list', { name: 'Pontos de retirada' });
/** How much there is to see: a plain ground has next to nothing. Bits for each pixel. */
const detailOf = async (map: Locator): Promise<number> =>
  (await sharp(await map.screenshot()).stats()).entropy;

/** An address that has a point, on the screen where that is moved. */
async function reachPin(page: Page): Promise<void> {
  await page.goto('/location');
  await page.getByRole('button', { name: 'Adicionar endereço' }).click();
  await page.getByLabel('CEP', { exact: true }).fill('05435-000');
  await page.keyboard.press('Enter');
  await at(page, '/addressnumber');
  await page.getByLabel('Número', { exact: true }).fill('482');
  await page.getByRole('button', { name: 'Continuar' }).click();
  await at(page, '/location/simple/details');
  await page.getByRole('link', { name: 'Ajustar no mapa' }).click();
  await at(page, '/location/map');
}

describe('a drawn map', () => {
  test('shows the country with what is around, from this server alone', async ({ page, shop, expect }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    // What came over the line; what the browser has kept brings no body.
    const come: Promise<string>[] = [];
    page.on('requestfinished', (request) => {
      const name = /\/assets\/(ground|towns|maplibre-gl-worker)-/.exec(request.url())?.[1];
      if (name) come.push(request.sizes().then(({ responseBodySize }) => (responseBodySize > 0 ? name : '')));
    });
    await page.goto('/map');
    await seen(mapOf(page, 'drawn'));
    expect(await detailOf(mapOf(page, 'drawn'))).toBeGreaterThan(1.5);
    await seen(page.getByText('© GeoNames CC BY', { exact: false }));
    await page.getByRole('button', { name: 'Aproximar o mapa' }).click();
    await seen(points(page));
    expect(asked.filter((url) => !url.startsWith(shop.url) && !/^(?:data|blob):/.test(url))).toEqual([]);
    const over = (await Promise.all(come)).filter(Boolean);
    expect(over.toSorted(), 'asked for ahead, and once').toEqual(['ground', 'maplibre-gl-worker', 'towns']);
  });

  test('moves the point of an address when its pin is dragged', async ({ page, expect }) => {
    await become(page, 'Marina, cliente');
    await reachPin(page);
    await seen(mapOf(page, 'drawn'));
    const pin = await page.locator('.maplibregl-marker').boundingBox();
    if (!pin) throw new Error('there is no pin');
    const [x, y] = [pin.x + pin.width / 2, pin.y + pin.height - 20];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 40, y, { steps: 4 });
    await page.mouse.up();
    await seen(page.getByText(/^\d{3} m a leste de onde estava/));
    await page.getByRole('button', { name: 'Mover 10 m para o norte' }).click();
    await seen(page.getByText(/^10 m ao norte e \d{3} m a leste de onde estava/));
    await page.getByRole('button', { name: 'Confirmar local' }).click();
    await at(page, '/location/simple/details');
    const saved = page.waitForRequest(
      (request) => request.method() === 'PUT' && request.url().endsWith('/api/accounts/client'),
    );
    await page.getByRole('button', { name: 'Salvar endereço' }).click();
    const { addresses } = (await saved).postDataJSON() as { addresses: Record<string, unknown>[] };
    const moved = addresses.find((one) => one['hasCustomCoordinates'] === true);
    expect(moved).toMatchObject({ address: 'Rua Harmonia', streetNumber: '482' });
    const known = addresses.find((one) => one['address'] === 'Rua Harmonia' && one !== moved);
    expect(Number(moved?.['longitude'])).toBeGreaterThan(Number(known?.['longitude']) + 0.001);
  });

  test('is missed by nobody: without WebGL the list alone', async ({ page }) => {
    await page.addInitScript(() => {
      HTMLCanvasElement.prototype.getContext = () => null;
    });
    await page.goto('/map');
    await seen(page.getByText('Este aparelho não desenha mapas.', { exact: false }));
    await seen(points(page));
  });

  test('says that its ground did not come, and comes when it is asked again', async ({ page, faults }) => {
    faults.expect(/ERR_FAILED|AJAXError|Failed to fetch/);
    await page.route('**/assets/ground-*.json', (route) => route.abort());
    await page.goto('/map');
    await seen(page.getByText('O mapa não veio.', { exact: false }));
    await seen(heading(page, 'O que há perto de você'));
    await page.unroute('**/assets/ground-*.json');
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await seen(mapOf(page, 'drawn'));
  });
});

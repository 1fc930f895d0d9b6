import { readFileSync } from 'node:fs';
import type { Campaign } from '#contract/campaign.ts';
import { describe, expect, it } from 'vitest';
import { HOUR, NOW, campaignOf, idOf, windowAt } from '../window.ts';
import { at, campaigns, gated, later, open, over } from './campaigns.ts';

describe('the home screen', () => {
  it('greets by the hour of the shop and tells the selected campaign with its time and its own colours', async () => {
    const { text, html, hrefOf } = await windowAt('/', { campaigns });
    expect(text).toContain('Bom dia');
    expect(text).toMatch(/Feira Texto de Feira Fecha em/);
    expect(html).toContain('--st-bg:#123456');
    expect(hrefOf('Entrar')).toBe('/store/campanha-1/catalog');
  });
  it('lets an open campaign take the place of one that has ended, else the next to open', async () => {
    const ended = { ...campaignOf(1, 'Feira', { expired: { end: at(-HOUR) } }) };
    const first = await windowAt('/', { campaigns: [ended, later, gated, campaignOf(6, 'Café')] });
    expect(first.text).toMatch(/Campanha aberta: Café/);
    const next = await windowAt('/', {
      campaigns: [
        ended,
        gated,
        campaignOf(6, 'Café', { depends: [{ type: 'time', seconds: (NOW + 9 * HOUR) / 1_000 }] }),
        later,
      ],
    });
    expect(next.text).toMatch(/Próxima campanha: Natal Texto de Natal Abre em/);
    expect(next.text).not.toMatch(/campanha: Feira/i);
  });
  it('says so when all campaigns have ended, and keeps them in sight', async () => {
    const { text, html, count } = await windowAt('/', {
      campaigns: [over, campaignOf(1, 'Feira', { expired: { end: at(-HOUR) } })],
    });
    expect(text).toContain('Nenhuma campanha aberta neste lugar');
    expect(html).toContain('href="/location"');
    expect(text).toMatch(/Outras campanhas .*Encerrada Feira.*Encerrada Morangos/);
    expect(count('<h1')).toBe(1);
  });
  it('says how a campaign stands where there is no time to count', async () => {
    expect((await windowAt('/', { campaigns: [campaignOf(1, 'Feira')] })).text).toMatch(
      /Campanha aberta: Feira Texto de Feira Disponível Entrar/,
    );
    expect(
      (
        await windowAt('/', {
          campaigns: [campaignOf(1, 'Doces', { depends: [{ type: 'invites' }], invite: { invites: 3 } })],
        })
      ).text,
    ).toMatch(/Falta um passo: Doces Texto de Doces Bloqueada Ver campanha/);
  });
  it('lists the others by how they stand, the open ones first', async () => {
    const { text } = await windowAt('/', { campaigns });
    const places = ['Natal', 'Doces', 'Café', 'Morangos'].map((name) =>
      text.indexOf(name, text.indexOf('Outras campanhas')),
    );
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(text).toContain('Abre em 02:00:00');
  });
  it('says in its own markup how many stand beside one another, so that none moves while the page comes in', async () => {
    const five = Array.from({ length: 5 }, (_, n) => campaignOf(10 + n, `Feira ${n}`));
    const listOf = async (list: Campaign[]) =>
      /<ul[^>]*aria-label="Outras campanhas"[^>]*>/.exec(
        (await windowAt('/', { campaigns: list })).html,
      )?.[0];
    expect(await listOf([open, ...five])).toContain('--across:5');
    expect(await listOf([open, ...five.slice(1)])).not.toContain('--across');
    const { html } = await windowAt('/home', { campaigns });
    expect(html.match(/style="--across:1"/g)).toHaveLength(5);
    const styles = ['components/campaign/campaign-card', 'screens/home/new-home', 'screens/home/home'];
    for (const file of styles) expect(readFileSync(`src/${file}.module.css`, 'utf8')).not.toContain(':has(');
  });
  it('names every need that is not met, and the way to meet it', async () => {
    const { text, hrefOf } = await windowAt('/', { campaigns });
    expect(text).toContain('Abre depois do pedido na Feira. · Falta 1 convite aceito de 3');
    expect(hrefOf('Ir para a Feira: Doces')).toBe(`/store/${idOf(1)}`);
    expect(text).toContain('Ver pedido');
  });
  it('flips what time flips', async () => {
    const { text } = await windowAt('/', { campaigns: [open, later], now: NOW + 3 * HOUR });
    expect(text).not.toContain('Abre em');
    expect(text.match(/Disponível/g)).toHaveLength(1);
  });
  it('has one heading of the first level and one story', async () => {
    const { count } = await windowAt('/', { campaigns });
    expect(count('<h1')).toBe(1);
    expect(count('data-screen-heading')).toBe(1);
  });
  it('says that there is nothing here, with another place as the way on', async () => {
    const { text, html } = await windowAt('/', { campaigns: [] });
    expect(text).toContain('Ainda não há campanhas neste lugar');
    expect(html).toContain('href="/location"');
  });
  it('says that it cannot show the campaigns, what is kept, and offers to try again', async () => {
    const { text } = await windowAt('/', { broken: true });
    expect(text).toMatch(/A loja não respondeu.*Seu carrinho está guardado.*Tentar de novo/);
  });
});

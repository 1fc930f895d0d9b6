import booleanPointInPolygon from '@turf/boolean-point-in-polygon';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { OrderState } from '#contract/order/order.ts';
import { TenantCampaign, TenantItem } from '#contract/tenant/tenant-catalog.ts';
import { Offset, offsetToMs } from '#contract/tenant/tenant-parts.ts';
import { generateCampaign } from '#server/tenants/generate.ts';
import { readTenant } from '#server/tenants/read.ts';
import { folderOf } from '#tests/support/tenants/spoilt-tenant.ts';

const feira = await readTenant(folderOf('feira'));
const clube = await readTenant(folderOf('clube'));
const shelf = [...feira.items.values()].flat();
const covers = (
  { geometry }: (typeof feira.areas.features)[number],
  { latitude, longitude }: { latitude: number; longitude: number },
) => geometry.type === 'Polygon' && booleanPointInPolygon([longitude, latitude], geometry);

/** Contrast of two colours. Source: WCAG 2.2, relative luminance. */
function contrast(one: string, other: string): number {
  const light = (hex: string) => {
    const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
      const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [dark = 0, bright = 0] = [light(one), light(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

describe('what the demo shops say', () => {
  const said = [...feira.campaigns, ...clube.campaigns].flatMap(
    ({ slug, description, story, properties: { tagline, deliveryPromise = '' } }) =>
      [description, tagline, deliveryPromise, ...(story?.slides ?? []).map(({ text }) => text)].map(
        (text) => `${slug}: ${text}`,
      ),
  );
  it('names no day of arrival: the day is chosen among the windows that are free', () => {
    expect(
      said.filter(
        (text) =>
          /(?:porta|chega|entrega|enviamos|retire)[^.]*\b(?:segunda|terça|quarta|quinta|sexta|sábado|dezembro|dia seguinte|\d+ dias)\b/i.test(
            text,
          ) && !text.startsWith('selecao-de-socios'),
      ),
    ).toEqual([]);
  });
  it('says nothing of opening that would still stand there once a campaign is open', () => {
    expect(said.filter((text) => /\babre(?:m)?\b/i.test(text))).toEqual([]);
  });
});

describe('Feira', () => {
  it('has six campaigns, one for each status', () => {
    expect(
      feira.campaigns.map(({ slug, depends, expired }) => [
        slug,
        depends.map(({ type }) => type).join(),
        offsetToMs(expired?.endsIn ?? 'P0D') > 0,
      ]),
    ).toEqual([
      ['feira-da-semana', '', true],
      ['cafe-novo-2026', '', true],
      ['cestas-de-natal', 'time', true],
      ['doces-da-roca', 'campaign', true],
      ['queijos-da-canastra', 'invites', true],
      ['morangos-de-atibaia', '', false],
    ]);
    expect(feira.campaigns.find(({ slug }) => slug === 'queijos-da-canastra')?.invite).toEqual({
      invites: 3,
    });
    expect(feira.campaigns.filter(({ properties }) => properties.note?.includes('COMPLETED'))).toHaveLength(
      1,
    );
  });

  it('has 150 items with pictures and names of their own', () => {
    const plain = shelf.filter(({ type }) => type === 'PRODUCT');
    expect(plain).toHaveLength(150);
    expect(new Set(plain.map(({ images }) => images[0])).size).toBe(150);
    expect(new Set(shelf.map(({ name }) => name)).size).toBe(shelf.length);
  });

  it('has a kit that is filled and one that can be bought as it comes, and flavours at two prices, after the first screen', () => {
    const putTogether = (slug: string) =>
      (feira.items.get(slug) ?? []).flatMap(({ type, kit, flavors }, at) =>
        type === 'PRODUCT'
          ? []
          : [
              [
                at >= 24 || slug !== 'feira-da-semana',
                kit?.map(({ options, min }) => options.filter((option) => option.default).length >= min),
                flavors?.price,
              ],
            ],
      );
    expect(putTogether('feira-da-semana')).toEqual([
      [true, [true, true, true, false, false, true], undefined],
      [true, undefined, 'AVERAGE'],
    ]);
    expect(putTogether('doces-da-roca')).toEqual([
      [true, [true, true, true], undefined],
      [true, undefined, 'HIGHEST'],
    ]);
  });

  it('has a coupon of each kind', () => {
    expect(feira.coupons?.map(({ type, codes }) => [type, codes[0]])).toEqual([
      ['PERCENT', 'FEIRA10'],
      ['FIXED', 'DOCE8'],
      ['FREE_SHIPPING', 'ENTREGAGRATIS'],
    ]);
  });

  it('shows stock that is out, low and plenty', () => {
    const [week] = feira.campaigns;
    const stock = (feira.items.get(week?.slug ?? '') ?? []).map(({ quantity }) => quantity);
    expect(stock.filter((left) => left === 0).length).toBeGreaterThanOrEqual(2);
    expect(stock.filter((left) => left > 0 && left <= 5).length).toBeGreaterThanOrEqual(3);
    expect(stock.slice(0, 24).every((left) => left > 0)).toBe(true);
  });

  it('has discounts of both kinds and packages cheaper than loose units', () => {
    const kinds = feira.campaigns.flatMap(({ cartControls }) =>
      cartControls.discountRules.map(({ discountType }) => discountType),
    );
    expect(new Set(kinds)).toEqual(new Set(['allProducts', 'allSameProducts']));
    const boxes = shelf.flatMap((item) => item.packages.map((box) => box.price / box.units / item.price));
    expect(boxes.length).toBeGreaterThanOrEqual(5);
    expect(boxes.every((share) => share < 1)).toBe(true);
  });

  it('says the price by measure that follows from price and weight', () => {
    const wrong = [...shelf, ...[...clube.items.values()].flat()].filter(
      ({ price, properties: { unit, unitPrice } }) => {
        const [, amount = '1', measure = 'un'] = /^(\d+) (g|kg|ml|L|un|maço)/.exec(unit) ?? [];
        const whole = measure === 'g' || measure === 'ml' ? Number(amount) / 1000 : Number(amount);
        if (!unitPrice) return whole !== 1;
        const shown = Number(/[\d.,]+/.exec(unitPrice)?.[0].replace('.', '').replace(',', '.'));
        return Math.abs(shown - price / whole) > 0.0051;
      },
    );
    expect(wrong.map(({ slug }) => slug)).toEqual([]);
  });

  it('has two delivery areas, two pickup points and windows with capacity, one of them full', () => {
    expect(feira.areas.features.map(({ properties }) => properties.city)).toEqual(['São Paulo', 'Campinas']);
    expect(feira.hubs.filter(({ pickup }) => pickup.enabled)).toHaveLength(2);
    expect(new Set(feira.shipping.map(({ type }) => type))).toEqual(
      new Set(['SCHEDULED', 'EXPRESS', 'PICKUP']),
    );
    const windows = feira.shipping.flatMap((method) => method.windows);
    expect(windows.filter(({ capacity }) => capacity === 0)).toHaveLength(1);
    expect(windows.every(({ start, end }) => start < end)).toBe(true);
  });

  it('has 60 postal codes: 5 of whole towns, 2 without numbers, 1 outside every area, each with its source', () => {
    expect(feira.ceps).toHaveLength(60);
    expect(feira.ceps.filter(({ kind }) => kind === 'town')).toHaveLength(5);
    expect(feira.ceps.filter(({ hasNumber }) => !hasNumber)).toHaveLength(2);
    const outside = feira.ceps.filter((cep) => !feira.areas.features.some((area) => covers(area, cep)));
    expect(outside.map(({ cep }) => cep)).toEqual(['20040-002']);
    expect(feira.ceps.every(({ source }) => source.length > 10)).toBe(true);
  });

  it('takes postal codes and places of São Paulo and Campinas that agree', () => {
    const misplaced = feira.ceps.filter(
      ({ cep, city }) =>
        (city === 'São Paulo' && !/^0[1-5]/.test(cep)) || (city === 'Campinas' && !cep.startsWith('130')),
    );
    expect(misplaced).toEqual([]);
    const strayed = feira.ceps.filter((cep) => {
      const area = feira.areas.features.find(({ properties }) => properties.city === cep.city);
      return area && !covers(area, cep);
    });
    expect(strayed).toEqual([]);
  });
});

describe('Clube', () => {
  it('is an intranet store with one campaign of 20 items and no guest orders', () => {
    expect(clube.tenant.marketplaces.map(({ intranet }) => intranet)).toEqual([true, true]);
    expect([...clube.items.values()].map(({ length }) => length)).toEqual([20]);
    expect(clube.tenant.flags.guestOrders).toBe(false);
  });
});

describe.each([feira, clube])(
  'the documents of $tenant.partner.name',
  ({ tenant, campaigns, documents, media }) => {
    it('name the 66 screens of the specification', () => {
      expect(Object.keys(documents.routes['pt-br'])).toEqual(
        expect.arrayContaining([
          'home',
          'newHome',
          'orderPendingPayment',
          'invitations',
          'code',
          'whatNow',
          'about',
        ]),
      );
      expect(
        Object.keys(documents.routes['pt-br']).filter(
          (name) => !['verification', 'activation', 'notFound'].includes(name),
        ),
      ).toHaveLength(66);
    });

    it('speak of every order state', () => {
      expect(Object.keys(documents.status).sort()).toEqual([...OrderState.options].sort());
    });

    it('keep the placeholders of the specification', () => {
      const { smsSent, emailSent, logout } = documents.defaults.snackMessages;
      expect([smsSent, emailSent, logout].map((text) => /\{\w+\}/.exec(text)?.[0])).toEqual([
        '{phoneNumber}',
        '{email}',
        '{accountName}',
      ]);
    });

    it('have an icon and a company number with valid check digits', () => {
      expect(documents.pwa[tenant.client]?.icon).toSatisfy((icon: string) => media.includes(icon));
      const digits = [...tenant.legal.cnpj].map(Number);
      const check = (length: number) => {
        const sum = digits
          .slice(0, length)
          .reduce((total, digit, at) => total + digit * (((length - 1 - at) % 8) + 2), 0);
        return sum % 11 < 2 ? 0 : 11 - (sum % 11);
      };
      expect([check(12), check(13)]).toEqual(digits.slice(12));
      expect(tenant.legal.fictional).toBe(true);
    });

    it('go with stories that are readable: text 4.5, action 3 on the ground and 4.5 inside', () => {
      const poor = campaigns.flatMap(({ slug, profile: { story } }) => {
        const { primary, onPrimary } = tenant.theme.palette;
        const [cta, onCta] = story.cta && story.onCta ? [story.cta, story.onCta] : [primary, onPrimary];
        const pairs = {
          ink: contrast(story.ink, story.bg2),
          ink2: contrast(story.ink2, story.bg),
          onCta: contrast(onCta, cta),
        };
        return [
          ...Object.entries(pairs).filter(([, ratio]) => ratio < 4.5),
          ...(contrast(cta, story.bg) < 3 ? [['cta', contrast(cta, story.bg)]] : []),
        ].map((pair) => [slug, ...pair]);
      });
      expect(poor).toEqual([]);
    });
  },
);

describe('times told from the import', () => {
  it.each([
    ['PT5H', 18_000_000],
    ['P1DT4H13M', 101_580_000],
    ['-P2D', -172_800_000],
  ])('reads %s as %i ms', (offset, ms) => {
    expect(offsetToMs(v.parse(Offset, offset))).toBe(ms);
  });

  it.each(['P', 'PT', '5H', 'P1W', 'P1DT', '--P1D'])('refuses %s', (offset) => {
    expect(v.is(Offset, offset)).toBe(false);
  });
});

describe('the generated campaign', () => {
  it('has 900 valid items and is the same each time', () => {
    const made = generateCampaign(feira);
    expect(made.items).toHaveLength(900);
    expect(v.is(v.array(TenantItem), JSON.parse(JSON.stringify(made.items)))).toBe(true);
    expect(v.is(TenantCampaign, JSON.parse(JSON.stringify(made.campaign)))).toBe(true);
    expect(new Set(made.items.map(({ slug }) => slug)).size).toBe(900);
    expect(generateCampaign(feira)).toEqual(made);
  });
});

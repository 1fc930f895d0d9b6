import { readFileSync } from 'node:fs';
import path from 'node:path';
import { render } from '#shell/render.tsx';
import { HELP_LABEL } from '#domain/constants.ts';
import { describe, expect, it } from 'vitest';
import { NOW, stubFetch, tenantOf } from '../../app/stub-shop.ts';

const shipped = path.join(import.meta.dirname, '../../../src/shops/feira/tenant.json');

describe('the help link', () => {
  it('opens the messaging app with the preset message, under the tenant’s label', async () => {
    const help = {
      label: 'Fale com a feira',
      message: 'Olá! Preciso de ajuda & já.',
      phone: '+55 11 98765-4321',
      hours: '8h às 18h',
    };
    const tenant = { ...tenantOf(), help };
    const { html } = await render({
      url: '/about',
      tenant,
      sandbox: false,
      origin: 'http://shop.test',
      now: NOW,
      fetch: stubFetch(),
    });
    const link = [...html.matchAll(/<a ([^>]*)>([^]*?)<\/a>/g)].find(([, , inside]) =>
      inside?.includes(help.label),
    );
    expect(link?.[1]).toContain(
      `href="https://wa.me/5511987654321?text=${encodeURIComponent(help.message)}"`,
    );
  });
  it('is called as the specification calls it in the shipped market', () => {
    // Checked by the importer's own tests
    const { help } = JSON.parse(readFileSync(shipped, 'utf8')) as { help: { label: string } };
    expect(help.label).toBe(HELP_LABEL);
  });
});

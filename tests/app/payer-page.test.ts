import { staticPixCode } from '#domain/money/pix.ts';
import { cents } from '#contract/money.ts';
import type { PayerCharge } from '#contract/payment/payer-link.ts';
import { type PayerPageInput, payerPage } from '#shell/page/payer-page.tsx';
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { tenantOf } from './stub-shop.ts';

const now = Date.parse('2026-11-21T17:00:00.000Z');
const brCode =
  staticPixCode({
    key: 'pix@exemplo.com',
    name: 'Feira da Semana',
    city: 'São Paulo',
    amount: cents(5_615),
    orderCode: '0123456789ABCDEF',
    attempt: 1,
  }) ?? '';
const charge: PayerCharge = {
  status: 'pending',
  store: 'Feira da Semana',
  receiver: 'FEIRA "DA" <SEMANA>',
  amount: 56.15,
  expiresAt: '2026-11-21T17:30:00.000Z',
  brCode,
};
const { brCode: _, ...ended } = charge;
async function page(found: PayerPageInput['found']) {
  const { body, hashes } = await payerPage({
    tenant: tenantOf(),
    sandbox: true,
    origin: 'http://shop.test',
    now,
    found,
    manifest: { 'style.css': { file: 'assets/style.css' } },
    asset: (file) => (file === 'assets/style.css' ? ':root{--brand:#17694a}.nowhere{top:0}' : null),
  });
  const plain = body.replace(/<(script|style)[^]*?<\/\1>/g, '').replace(/<[^>]+>/g, ' ');
  return { body, hashes, text: plain.replaceAll(/[\s\u00a0]+/g, ' ') };
}
const partner = tenantOf().partner.name;

describe('the page of whoever pays for somebody', () => {
  it('says the amount, to whom and until when, and has the code to copy and to scan, without a script', async () => {
    const { body, text } = await page(charge);
    expect(text).toContain('R$ 56,15');
    expect(text).toContain('Para FEIRA &quot;DA&quot; &lt;SEMANA&gt;');
    expect(text).toContain('Pague até 14h30');
    expect(text).toContain(brCode);
    expect(body).toMatch(/#code\{[^}]*user-select:all/);
    expect(body).toMatch(/<svg[^>]*role="img" aria-label="Código Pix em QR"/);
    // The button does nothing without a script: it is not there then, and the page is loaded anew by itself.
    expect(body).toMatch(/<div id="copy" hidden=""><button/);
    expect(body).toContain('<noscript><meta http-equiv="refresh" content="15"></noscript>');
    expect(body).toContain('data-left="1800000"');
  });
  it('tells a preview the sum and the store, and search engines nothing', async () => {
    const { body } = await page(charge);
    expect(body.replaceAll('\u00a0', ' ')).toContain(
      `<meta property="og:title" content="Pague R$ 56,15 por Pix – ${partner}">`,
    );
    expect(body).toContain('<meta name="robots" content="noindex">');
    expect(body).not.toContain('og:url');
  });
  it('SEC-27 takes no script and no style but its own two, by their hashes', async () => {
    const { body, hashes } = await page(charge);
    const inside = (tag: string) =>
      [...body.matchAll(new RegExp(`<${tag}[^>]*>([^]*?)</${tag}>`, 'g'))].map(([, text]) => text ?? '');
    const sha = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    expect(inside('style').map(sha)).toEqual([hashes.style]);
    expect(inside('script').map(sha)).toEqual([hashes.script]);
    expect(body).not.toMatch(/ (?:style|on\w+)=/);
    expect(body).not.toContain('.nowhere');
  });
  it.each([
    [{ ...ended, status: 'confirmed' }, 'Este Pix já foi pago', 'Não é preciso fazer mais nada.'],
    [{ ...ended, status: 'expired' }, 'Este Pix venceu', 'peça um link novo a quem enviou este.'],
    ['over', 'Este link não vale mais', 'fale com quem enviou o link.'],
    ['unknown', 'Não conseguimos abrir este Pix agora', 'Esta página tenta de novo sozinha'],
  ] as const)(
    'says of %o what it is and what can be done, and shows no code',
    async (found, title, remedy) => {
      const { body, text } = await page(found);
      expect(body).toMatch(new RegExp(`<h1[^>]*>${title}</h1>`));
      expect(text).toContain(remedy);
      expect(text).toContain('Conhecer a loja');
      expect(body).not.toMatch(/id="code"|role="img"|http-equiv/);
      expect(body.includes('data-retry'), 'only what nobody could say is asked again').toBe(
        found === 'unknown',
      );
    },
  );
});

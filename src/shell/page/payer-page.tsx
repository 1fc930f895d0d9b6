import { Button } from '#components/form/button.tsx';
import { Card } from '#components/layout/card.tsx';
import { Columns } from '#components/layout/columns.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Display, Text } from '#components/layout/text.tsx';
import { QrCode } from '#components/order/qr-code.tsx';
import { inCents } from '#contract/money.ts';
import type { PayerCharge } from '#contract/payment/payer-link.ts';
import type { Tenant } from '#contract/tenant/tenant.ts';
import { formatHour } from '#domain/dates.ts';
import { formatReais } from '#domain/money/money.ts';
import { brandCss } from '#shell/theme/palette.ts';
import { type TenantView, tenantView } from '#client/tenant.ts';
import { renderToString } from 'react-dom/server';
import { type InlineHashes, type Manifest, escaped, sha256, stylesOf } from './document.ts';
import { PAYER_SCRIPT } from './payer-script.ts';

export interface PayerPageInput {
  tenant: Tenant;
  sandbox: boolean;
  /** Scheme and host. */
  origin: string;
  /** epoch ms of the one clock */
  now: number;
  /** `over`: there is nothing behind the link, any more or ever; `unknown`: nobody can say now. */
  found: PayerCharge | 'over' | 'unknown';
  /** Vite's manifest of dist/client. */
  manifest: Manifest | null;
  /** The text of a built file. */
  asset: (file: string) => string | null;
}

/** What this page alone has. */
const OWN = `
#store{display:flex;align-items:center;gap:var(--s-3);padding:var(--s-4) var(--gutter);font:600 var(--t-18) var(--font)}
#store img{width:36px;height:36px;border-radius:var(--r-cell)}
main{max-width:880px;margin-inline:auto;padding-bottom:var(--s-12)}
#code{padding:var(--s-3);border-radius:var(--r-control);background:var(--sunken);color:var(--ink-2);font:400 var(--t-15) var(--font);overflow-wrap:anywhere;user-select:all;-webkit-user-select:all}
#said{min-height:1.25rem}
#scan{display:grid;justify-items:center;gap:var(--s-3);text-align:center}
#store source{display:none}
@media (min-width:64em){#store,main{--gutter:0px}#store{max-width:880px;margin-inline:auto}}
@media (forced-colors:active){#code{border:var(--hairline) solid}}`;

/** Over or not, it says what can be done. */
function End({ title, children, store }: { title: string; children: string; store: TenantView }) {
  return (
    <Stack gap={4} gutter>
      <Display as="h1" size={28}>
        {title}
      </Display>
      <Text tone="soft">{children}</Text>
      {store.intranet ? null : (
        <Button kind="soft" width="auto" link={{ href: '/' }}>
          Conhecer a loja
        </Button>
      )}
    </Stack>
  );
}

function Payable({ charge, brCode }: { charge: PayerCharge; brCode: string }) {
  const scan = (
    <Card as="section">
      <div id="scan">
        <Text size={15} tone="soft">
          Aponte a câmera do app do banco
        </Text>
        <QrCode text={brCode} label="Código Pix em QR" />
      </div>
    </Card>
  );
  return (
    <Stack gap={3} gutter>
      <Text as="h1" size={18} weight={600}>
        Pagar com Pix
      </Text>
      <div>
        <Text size={15} tone="soft">
          Para {charge.receiver}
        </Text>
        <Display as="p" size={36}>
          {formatReais(inCents(charge.amount))}
        </Display>
        <Text numeric>
          Pague até {formatHour(Date.parse(charge.expiresAt))}
          <span id="clock" />
        </Text>
      </div>
      <Text tone="soft">
        Alguém fez um pedido em {charge.store} e enviou este link para você pagar. Antes de confirmar, veja no
        app do banco se o valor e quem recebe são estes.
      </Text>
      <Columns apart kind="product" side={scan}>
        <Card as="section">
          <Stack gap={3}>
            <p id="code" translate="no">
              {brCode}
            </p>
            <div id="copy" hidden>
              <Button>Copiar código</Button>
            </div>
            <Text size={15} tone="soft" center>
              Toque no código para selecionar tudo; no app do banco, cole em{' '}
              <Text as="span" size={15} weight={600}>
                Pix Copia e Cola
              </Text>
            </Text>
            <p id="said" role="status" />
          </Stack>
        </Card>
      </Columns>
      <Text tone="soft">Esta página muda sozinha quando o pagamento cair.</Text>
    </Stack>
  );
}

/** What there is to see, and what is said of it where a link is shown. */
function contentOf({ found, tenant, sandbox }: PayerPageInput) {
  const store = tenantView(tenant, sandbox);
  if (found === 'unknown')
    return {
      title: 'Não conseguimos abrir este Pix agora',
      description: 'A loja não respondeu.',
      html: (
        <End title="Não conseguimos abrir este Pix agora" store={store}>
          A loja não respondeu. Esta página tenta de novo sozinha em instantes; você também pode recarregá-la.
        </End>
      ),
    };
  if (found === 'over')
    return {
      title: 'Este link não vale mais',
      description: 'Peça um link novo a quem enviou este.',
      html: (
        <End title="Este link não vale mais" store={store}>
          O pedido pode ter sido pago de outro jeito, ter ganhado um código novo ou ter sido cancelado. Não
          pague por um código copiado antes: fale com quem enviou o link.
        </End>
      ),
    };
  const amount = formatReais(inCents(found.amount));
  const until = formatHour(Date.parse(found.expiresAt));
  if (found.status === 'confirmed')
    return {
      title: 'Este Pix já foi pago',
      description: 'Não é preciso fazer mais nada.',
      html: (
        <End title="Este Pix já foi pago" store={store}>
          {`A loja recebeu ${amount}, e quem fez o pedido já vê isso na tela. Não é preciso fazer mais nada.`}
        </End>
      ),
    };
  if (found.status === 'expired' || !found.brCode)
    return {
      title: 'Este Pix venceu',
      description: 'Peça um link novo a quem enviou este.',
      html: (
        <End title="Este Pix venceu" store={store}>
          {`Ele podia ser pago até ${until}. Não pague por um código copiado antes: peça um link novo a quem enviou este.`}
        </End>
      ),
    };
  return {
    title: `Pague ${amount} por Pix`,
    description: `Copie o código ou aponte a câmera. Vale até ${until}.`,
    html: <Payable charge={found} brCode={found.brCode} />,
  };
}

/**
 * The page of whoever pays a charge for somebody: drawn here alone, with the look of the shop and none of its
 * scripts.
 */
export async function payerPage(input: PayerPageInput): Promise<{ body: string; hashes: InlineHashes }> {
  const { tenant, sandbox, origin, now, found, manifest, asset } = input;
  const { partner, palette, displayFont, logo } = tenantView(tenant, sandbox);
  const { title, description, html: content } = contentOf(input);
  const html = renderToString(
    <>
      <header id="store">
        <picture>
          <source srcSet={logo.markDark} media="(prefers-color-scheme: dark)" />
          <img src={logo.mark} alt="" width={36} height={36} />
        </picture>
        {partner}
      </header>
      <main>{content}</main>
    </>,
  );
  const { css, faces } = stylesOf(html, manifest, asset);
  const style = `${css}:root{${brandCss(palette)}}${OWN}${faces.text}${faces.display}`;
  const isOpen = typeof found === 'object' && found.status === 'pending';
  const left = isOpen ? Date.parse(found.expiresAt) - now : 0;
  const whole = escaped(`${title} – ${partner}`);
  const body = [
    `<!doctype html><html lang="pt-BR" data-brand="" data-display="${displayFont}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">',
    `<title>${whole}</title><meta name="description" content="${escaped(description)}"><meta name="robots" content="noindex">`,
    `<meta name="theme-color" content="${palette.primary}">`,
    `<meta property="og:title" content="${whole}"><meta property="og:description" content="${escaped(description)}">`,
    `<meta property="og:site_name" content="${escaped(partner)}"><meta property="og:image" content="${escaped(new URL(logo.mark, origin).href)}">`,
    `<link rel="icon" href="${escaped(logo.mark)}">`,
    // Whoever has no scripts is told by loading it anew.
    isOpen ? '<noscript><meta http-equiv="refresh" content="15"></noscript>' : '',
    `<style>${style}</style></head><body>${html}`,
    `<script data-left="${left}"${found === 'unknown' ? ' data-retry=""' : ''}>${PAYER_SCRIPT}</script></body></html>`,
  ].join('');
  return { body, hashes: { style: await sha256(style), script: await sha256(PAYER_SCRIPT) } };
}

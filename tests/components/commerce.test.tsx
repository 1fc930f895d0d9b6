import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { cents } from '#contract/money.ts';
import { CampaignCard } from '#components/campaign/campaign-card.tsx';
import { CartBar } from '#components/order/cart-bar.tsx';
import { CheckoutSteps } from '#components/order/checkout-steps.tsx';
import { Countdown } from '#components/order/countdown.tsx';
import { moneyText } from '#components/product/money.tsx';
import { PriceBlock } from '#components/product/price-block.tsx';
import { ProductTile } from '#components/product/product-tile.tsx';
import { QrCode } from '#components/order/qr-code.tsx';
import { RingTimer } from '#components/order/ring-timer.tsx';
import { Stepper } from '#components/form/stepper.tsx';
import { Story } from '#components/campaign/story.tsx';
import { housePalette } from '#components/campaign/story-palette.ts';
import { SummaryLines } from '#components/order/summary-lines.tsx';

const link = { href: '/item' };
const nothing = () => undefined;
const stepper = (quantity: number, more: object = {}) =>
  renderToString(<Stepper quantity={quantity} name="Tomate" onChange={nothing} {...more} />);

describe('commerce components on the server', () => {
  it('writes amounts with a no-break space and a real minus', () => {
    expect(moneyText(cents(3990))).toBe('R$\u00a039,90');
    expect(moneyText(cents(-585))).toBe('\u2212\u00a0R$\u00a05,85');
  });
  it('shows the list price only when it is higher, and says which is which', () => {
    expect(renderToString(<PriceBlock price={cents(4290)} listPrice={cents(4875)} />)).toContain('antes ');
    expect(renderToString(<PriceBlock price={cents(4290)} listPrice={cents(4290)} />)).not.toContain('<s');
  });
  it('offers one button for nothing and three parts for something', () => {
    expect(stepper(0)).toContain('aria-label="Adicionar Tomate"');
    expect(stepper(0)).not.toContain('Tirar um');
    expect(stepper(2)).toContain('aria-label="Tirar um Tomate"');
    expect(stepper(1)).toContain('aria-label="Remover Tomate"');
  });
  it('keeps the plus reachable at the limit, with its reason', () => {
    const html = stepper(3, { max: 3, maxReason: 'Restam 3' });
    expect(html).toContain('aria-disabled="true"');
    expect(html).toContain('Restam 3');
  });
  it('makes the name of a product its one link and states its place in the list', () => {
    const html = renderToString(
      <ProductTile
        name="Tomate"
        price={cents(645)}
        image="/t.svg"
        tint="clay"
        link={link}
        position={{ index: 4, of: 900 }}
      />,
    );
    expect(html.match(/<a /g)).toHaveLength(1);
    expect(html).toContain('aria-posinset="5"');
    expect(html).toContain('aria-setsize="900"');
  });
  it('shows no cart bar for an empty cart, but keeps its live region', () => {
    const html = renderToString(<CartBar count={0} total={cents(0)} link={link} />);
    expect(html).not.toContain('<a ');
    expect(html).toContain('role="status"');
  });
  it('counts down from the time it is given, not from the device', () => {
    const html = renderToString(<Countdown until={100_000_000} now={0} live />);
    expect(html).toContain('1 d 03:46');
  });
  it('announces the last minutes and not each second', () => {
    const said = (left: number) =>
      /role="status">([^<]*)</.exec(
        renderToString(<Countdown until={left} now={0} announce label="Fecha em" />),
      )?.[1];
    expect(said(299_000)).toBe('Fecha em menos de 5 minutos');
    expect(said(298_000)).toBe(said(299_000));
    expect(said(59_000)).toBe('Fecha em menos de 1 minuto');
    expect(said(0)).toBe('O tempo acabou');
  });
  it('warns on the ring in the last two minutes only', () => {
    const ring = (left: number) =>
      renderToString(<RingTimer until={left} now={0} total={1_800_000} label="Tempo para pagar" />);
    expect(ring(119_000)).toContain('warn');
    expect(ring(121_000)).not.toContain('warn');
  });
  it('tells each status of a campaign in words', () => {
    for (const [status, word] of [
      ['ok', 'Disponível'],
      ['blocked', 'Bloqueada'],
      ['completed', 'Concluída'],
      ['expired', 'Encerrada'],
    ] as const)
      expect(
        renderToString(
          <CampaignCard name="Café" status={status} image={null} story={housePalette} link={link} />,
        ),
      ).toContain(word);
  });
  it('hangs nothing over a story whose motif is not known', () => {
    expect(
      renderToString(<Story palette={housePalette} motif="awning" title="Feira" image={null} />),
    ).toContain('<pattern');
    expect(
      renderToString(<Story palette={housePalette} motif="??" title="Feira" image={null} />),
    ).not.toContain('<pattern');
  });
  it('marks the present step and links the finished ones only', () => {
    const html = renderToString(
      <CheckoutSteps
        steps={[
          { label: 'Entrega', state: 'done', link },
          { label: 'Pagamento', state: 'now', link },
          { label: 'Parcelas', state: 'next', link },
        ]}
      />,
    );
    expect(html).toContain('aria-current="step"');
    expect(html.match(/<a /g)).toHaveLength(1);
  });
  it('draws a QR as one path with four quiet modules', () => {
    const html = renderToString(<QrCode text="pix" label="QR do Pix" />);
    expect(html).toContain('viewBox="0 0 29 29"');
    expect(html).toMatch(/d="M4 4h7v1h-7z/);
  });
  it('explains a total line by line', () => {
    const html = renderToString(
      <SummaryLines
        lines={[
          { label: 'Entrega', amount: 'Grátis' },
          { label: 'Cupom', amount: cents(-1000), tone: 'save' },
        ]}
        total={{ amount: cents(100) }}
      />,
    );
    expect(html).toContain('Grátis');
    expect(html).toContain('Total');
  });
});

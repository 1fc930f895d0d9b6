import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { OpsReturn } from '#contract/ops/return.ts';
import type { OrderState } from '#contract/order/order.ts';
import { ReturnPanel } from '../../src/ops/parts/return-panel.tsx';
import { childOf } from '../machines/ops/ops-samples.ts';

const asked: OpsReturn = {
  kind: 'DEFECT',
  reason: 'Veio amassado',
  wish: 'REFUND',
  at: '2026-11-21T12:00:00.000Z',
  items: [{ childId: childOf(1), name: 'Tomate', quantity: 2, amount: 19.8 }],
  amount: 19.8,
  withShipping: false,
  wanted: [],
  back: [
    { type: 'PIX', amount: 15.3 },
    { type: 'WALLET', amount: 4.5 },
  ],
  photos: [],
};
/** What a person reads of it, and its HTML. */
function drawn(
  more: Partial<OpsReturn>,
  state: OrderState = 'RETURN_REQUESTED',
  pictures: Record<string, string | null> = {},
) {
  const html = renderToStaticMarkup(
    <MantineProvider>
      <ReturnPanel
        order={{ state, returnRequest: { ...asked, ...more } }}
        pictures={pictures}
        isWithoutPictures={false}
        onRetry={() => undefined}
      />
    </MantineProvider>,
  );
  const text = html
    .replaceAll(/<style.*?<\/style>/gs, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');
  return { html, text };
}

describe('a return at the desk', () => {
  it('says why, what is wanted, which goods and where their money would go', () => {
    const { text } = drawn({});
    expect(text).toContain('Devolução para decidir');
    expect(text).toContain('Motivo Veio com defeito, estragado ou outro produto');
    expect(text).toContain('Nas palavras da pessoa Veio amassado');
    expect(text).toContain('Quer O dinheiro de volta');
    expect(text).toContain('2 × Tomate R$ 19,80 Vale R$ 19,80 Se voltar: Pix R$ 15,30');
    expect(text).toContain('Se voltar: Carteira R$ 4,50 Sem fotos.');
  });
  it('names what is wanted instead, whose worth becomes credit', () => {
    const { text } = drawn({
      wish: 'EXCHANGE',
      wanted: [
        { id: childOf(2), name: 'Manga', quantity: 1 },
        { id: childOf(3), quantity: 2 },
      ],
      back: [],
    });
    expect(text).toContain('Quer Trocar por outro produto, com crédito na carteira');
    expect(text).toContain('No lugar 1 × Manga, 2 × item que a loja não tem mais');
    expect(text).toContain('Se voltar: crédito na carteira R$ 19,80');
  });
  it('says that everything goes back with its delivery, and promises nothing once it is decided', () => {
    const { text } = drawn({ back: undefined, withShipping: true, amount: 27.3 }, 'COMPLETED');
    expect(text).toContain('Última devolução pedida');
    expect(text).toContain('Vale, com a entrega R$ 27,30');
    expect(text).not.toContain('Se voltar');
  });
  it('shows pictures that came, and says which are under way or gone', () => {
    const photos = [childOf(7), childOf(8), childOf(9)];
    const { html, text } = drawn({ photos }, 'RETURN_REQUESTED', {
      [childOf(7)]: 'data:image/png;base64,AA',
      [childOf(8)]: null,
    });
    expect(html).toContain('<img src="data:image/png;base64,AA"');
    expect(html).toContain('aria-label="Foto 1 da devolução, pequena"');
    expect(text).toContain('Foto 2 já foi apagada pela idade.');
    expect(text).toContain('Foto 3 está chegando…');
  });
});

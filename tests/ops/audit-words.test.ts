import { describe, expect, it } from 'vitest';
import { auditText } from '../../src/ops/audit-words.ts';

const target = '7K3MZZZZZZZZ0001';
const order = '7K3M-ZZZZ-ZZZZ-0001';
const said = (action: string, data: Record<string, unknown>, about = target) =>
  auditText({ action, target: about, data }).replaceAll('\u00A0', ' ');

describe('what staff did, as a sentence', () => {
  it('names a Pix by its transfer, its amount and its order', () => {
    const endToEndId = `E${'0'.repeat(31)}`;
    expect(said('charge.confirmed', { endToEndId, amount: 56.15, txid: 'x' })).toBe(
      `Confirmou o Pix ${endToEndId} de R$ 56,15 do pedido ${order}`,
    );
  });
  it('names a refund by its return, or that it was asked for again', () => {
    expect(said('refund.settled', { returnId: 'D123', amount: 9.9 })).toBe(
      `Registrou a devolução D123 de R$ 9,90 do pedido ${order}`,
    );
    expect(said('refund.retried', { amount: 9.9 })).toBe(
      `Pediu de novo a devolução de R$ 9,90 do pedido ${order}`,
    );
  });
  it('says of an event which part it was of, why, and what was told along', () => {
    expect(said('order.event', { type: 'return.refused', reason: 'Já foi usado.' })).toBe(
      `Pedido ${order}: Devolução recusada. Motivo: Já foi usado`,
    );
    expect(said('order.event', { type: 'preparation.started', part: '7K3MZZZZZZZZ0002' })).toBe(
      `Pedido ${order}, parte 7K3M-ZZZZ-ZZZZ-0002: Separação começou`,
    );
    expect(said('order.event', { type: 'order.delivered', proof: 'code' })).toBe(
      `Pedido ${order}: Entregue, com o código de quem retira`,
    );
    const news = { trackingCode: 'BR123', place: 'Santos', invoiceUrl: 'https://nfe.exemplo.com/1' };
    expect(said('order.event', { type: 'order.shipped', ...news })).toBe(
      `Pedido ${order}: Despachado. Rastreio BR123. Em Santos. Nota fiscal https://nfe.exemplo.com/1`,
    );
  });
  it('names what was paused, and why', () => {
    expect(said('pause.started', { kind: 'item', reason: 'Acabou o gás' }, 'Pão de queijo')).toBe(
      'Pausou Pão de queijo: Acabou o gás',
    );
    expect(said('pause.ended', { kind: 'item' }, 'Pão de queijo')).toBe('Retomou Pão de queijo');
  });
  it('names whom of the staff it was about', () => {
    expect(said('staff.invited', { name: 'Teo', role: 'SUPPORT' }, 'id')).toBe(
      'Convidou Teo para a equipe, como Atendimento',
    );
    expect(said('staff.removed', { name: 'Teo', role: 'SUPPORT' }, 'id')).toBe('Tirou Teo da equipe');
    expect(said('staff.sessions-ended', { name: 'Teo' }, 'id')).toBe('Encerrou as sessões de Teo');
    expect(said('staff.factors-reset', { name: 'Teo' }, 'id')).toBe('Zerou o segundo fator de Teo');
  });
  it('says what it can of what was written down with less, and names what it has no words for', () => {
    expect(said('charge.confirmed', {})).toBe(`Confirmou o Pix do pedido ${order}`);
    expect(said('tenant.renamed', {}, 'Feira')).toBe('tenant.renamed Feira');
  });
});

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
  it('names what was asked for, by whom, and what a second person made of it', () => {
    expect(said('approval.requested', { of: 'charge.confirm', amount: 900 })).toBe(
      `Pediu aprovação para confirmar Pix de R$ 900,00 do pedido ${order}`,
    );
    const asked = { amount: 900, askedBy: 'Rui Tavares', isAlone: false };
    expect(said('charge.confirmed', { ...asked, endToEndId: 'E1' })).toBe(
      `Confirmou o Pix E1 de R$ 900,00 do pedido ${order}, a pedido de Rui Tavares`,
    );
    expect(said('refund.settled', { ...asked, returnId: 'D1', isAlone: true })).toBe(
      `Registrou a devolução D1 de R$ 900,00 do pedido ${order}, sem segunda pessoa na loja`,
    );
    expect(said('approval.refused', { ...asked, of: 'refund.settle', reason: 'Não confere.' })).toBe(
      `Recusou registrar devolução de R$ 900,00 do pedido ${order}, a pedido de Rui Tavares. Motivo: Não confere`,
    );
    expect(said('approval.withdrawn', { of: 'stray.absent', amount: 5, reason: 'Engano' }, 'id')).toBe(
      'Retirou o pedido para encerrar dinheiro sem dono de R$ 5,00. Motivo: Engano',
    );
  });
  it('names money without an owner by its transfer, and why it went where', () => {
    const stray = { amount: 5, reason: 'Errou o código.' };
    expect(said('stray.assigned', { ...stray, endToEndId: 'E1' })).toBe(
      `Deu ao pedido ${order} o Pix sem dono E1 de R$ 5,00. Motivo: Errou o código`,
    );
    expect(said('stray.returned', { ...stray, returnId: 'D1' }, 'E1')).toBe(
      'Registrou a devolução D1 do Pix sem dono E1 de R$ 5,00. Motivo: Errou o código',
    );
    expect(said('stray.absent', stray, 'E1')).toBe(
      'Encerrou o Pix sem dono E1 de R$ 5,00, que não está no extrato. Motivo: Errou o código',
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

import type { Quote, QuoteOption } from '#contract/cart.ts';
import type { PaymentMethod } from '#contract/payment/payment.ts';
import { cardMethod, lock, noon, quote, uuid } from '#tests/support/samples.ts';

/** What the shop answers, as the chart alone hears it: as much of it as a tour goes by. */

const windows = quote.options.flatMap((option) => option.windows ?? []);
export const WINDOW = 'morning';
export const express = { id: 'express', type: 'EXPRESS' } as const;
export const pickup = { id: 'pickup', type: 'PICKUP', hubId: uuid(5) } as const;

const withHours = (option: QuoteOption): QuoteOption =>
  option.type === 'PICKUP' ? { ...option, windows } : option;
export const offered: Quote = { ...quote, options: quote.options.map(withHours) };
export const nothing: Quote = { ...quote, options: [], refusal: 'AREA' };

const pix: PaymentMethod = { type: 'PIX', label: 'Pix' };
export const methods: PaymentMethod[] = [pix, cardMethod()];
/** Of a sum that is too small for parcels. */
export const undivided: PaymentMethod[] = [pix, cardMethod(15, 1)];
export const onlyPix: PaymentMethod[] = [pix];

export const held = { lock, at: noon };
export const heldWith = (ways: PaymentMethod[]) => ({ ...held, methods: ways });
export const clientSecret = 'sbx_1_secret_0123456789';

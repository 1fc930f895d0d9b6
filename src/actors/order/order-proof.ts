import type { Client } from '#api/client.ts';
import { setOrderUser } from '#contract/order/order-change.ts';
import { openOrder, readOpenedOrder, sendOrderProof } from '#contract/order/order-proof.ts';
import type { OrderOpened, OrderPass, OrderRead } from '#machines/orders/opened-order.machine.ts';
import type { ContactCodeSent, OrderCodeTyped, ProofRecalled } from '#machines/orders/order-proof.machine.ts';
import { fromPromise } from 'xstate';
import * as v from 'valibot';

/** What this tab keeps of the proof of one order. */
const Kept = v.object({
  sent: v.optional(
    v.object({
      channel: v.picklist(['phone', 'email']),
      contact: v.string(),
      resendAt: v.number(),
      /** when the code is void */ until: v.number(),
    }),
  ),
  pass: v.optional(v.object({ proof: v.string(), until: v.number() })),
});
const KeptProofs = v.object({ orders: v.record(v.string(), Kept) });
type Kept = v.InferOutput<typeof Kept>;

/** Where a tab keeps its proofs. */
export interface ProofVault {
  read(): unknown;
  write(value: { orders: Record<string, Kept> }): void;
}

const keyOf = (channel: 'phone' | 'email') => (channel === 'phone' ? 'PHONE' : 'EMAIL');

/** Ports of the charts of an order's proof and of the order that it opens. @param now the server's clock, epoch ms */
export const orderProofActors = (api: () => Promise<Client>, vault: ProofVault, now: () => number) => {
  const all = () => {
    const kept = v.safeParse(KeptProofs, vault.read());
    return kept.success ? kept.output.orders : {};
  };
  const keptOf = (code: string): Kept => {
    const { sent, pass } = all()[code] ?? {};
    return {
      ...(sent && sent.until > now() ? { sent } : {}),
      ...(pass && pass.until > now() ? { pass } : {}),
    };
  };
  const keep = (code: string, kept: Kept) => vault.write({ orders: { ...all(), [code]: kept } });
  return {
    recallProof: fromPromise<ProofRecalled, { code: string }>(({ input: { code } }) => {
      const { sent, pass } = keptOf(code);
      return Promise.resolve({ sent: sent ?? null, isOpened: pass !== undefined });
    }),
    sendCode: fromPromise<ContactCodeSent, Pick<OrderCodeTyped, 'code' | 'channel'>>(
      async ({ input: { code, channel }, signal }) => {
        const body = { key: keyOf(channel) } as const;
        const sent = await (await api()).call(sendOrderProof, { params: { code }, body, signal });
        const at = now();
        const { contact, resendAfter, expiresIn } = sent;
        keep(code, {
          sent: { channel, contact, resendAt: at + resendAfter * 1_000, until: at + expiresIn * 1_000 },
        });
        return { ...sent, at };
      },
    ),
    openOrder: fromPromise<unknown, OrderCodeTyped>(async ({ input: { code, channel, digits }, signal }) => {
      const body = { key: keyOf(channel), code: digits } as const;
      const { proof, expiresIn } = await (await api()).call(openOrder, { params: { code }, body, signal });
      keep(code, { pass: { proof, until: now() + expiresIn * 1_000 } });
    }),
    readClock: fromPromise<{ now: number }, Record<string, never>>(() => Promise.resolve({ now: now() })),
    recallPass: fromPromise<OrderPass | null, { code: string }>(({ input: { code } }) =>
      Promise.resolve(keptOf(code).pass ?? null),
    ),
    readOpened: fromPromise<OrderOpened, OrderRead>(async ({ input: { code, proof }, signal }) => ({
      ...(await (await api()).call(readOpenedOrder, { params: { code }, body: { proof }, signal })),
      now: now(),
    })),
    claimOpened: fromPromise<unknown, OrderRead>(async ({ input: { code, proof }, signal }) =>
      (await api()).call(setOrderUser, { params: { code }, body: { claim: true, proof }, signal }),
    ),
  };
};

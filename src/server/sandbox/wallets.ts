import { and, eq } from 'drizzle-orm';
import type { Core } from '#server/platform/core.ts';
import { wallet } from '../db/schema/wallet.ts';
import { uuidv7 } from '#server/platform/ids.ts';
import { issue } from '#server/services/payment/wallet-ledger.ts';

/** Gives a demo person money to spend, once: credit that stays, and cashback of which a part expires soon. */
export async function fillWallets(core: Core, tenantId: string, accountId: string): Promise<void> {
  const at = core.clock.date();
  await core.db.tenant(tenantId, async (tx) => {
    const [known] = await tx
      .select({ uuid: wallet.uuid })
      .from(wallet)
      .where(and(eq(wallet.tenantId, tenantId), eq(wallet.accountId, accountId)))
      .limit(1);
    if (known) return;
    const [credit, cashback] = [uuidv7(core.clock.now()), uuidv7(core.clock.now())];
    await tx.insert(wallet).values([
      {
        tenantId,
        uuid: credit,
        accountId,
        name: 'Crédito da loja',
        kind: 'CREDIT',
        position: 0,
        createdAt: at,
      },
      {
        tenantId,
        uuid: cashback,
        accountId,
        name: 'Dinheiro de volta',
        kind: 'CASHBACK',
        position: 1,
        createdAt: at,
      },
    ]);
    const inDays = (days: number) => new Date(at.getTime() + days * 86_400_000);
    await issue(tx, tenantId, credit, {
      label: 'Presente de boas-vindas',
      units: 2_500,
      expiresAt: null,
      reference: `demo:${credit}`,
      text: 'Presente de boas-vindas',
      at,
    });
    await issue(tx, tenantId, cashback, {
      label: 'Compra de outubro',
      units: 480,
      expiresAt: inDays(5),
      reference: `demo:${cashback}:1`,
      text: 'Dinheiro de volta',
      at,
    });
    await issue(tx, tenantId, cashback, {
      label: 'Compra de novembro',
      units: 720,
      expiresAt: inDays(60),
      reference: `demo:${cashback}:2`,
      text: 'Dinheiro de volta',
      at,
    });
  });
}

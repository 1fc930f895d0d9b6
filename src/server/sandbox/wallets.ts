import { and, eq } from 'drizzle-orm';
import type { Core } from '#server/platform/core.ts';
import { wallet } from '../db/schema/wallet.ts';
import { uuidv7 } from '#server/platform/ids.ts';
import { issue } from '#server/services/payment/wallet-ledger.ts';

type DemoWallet = Pick<typeof wallet.$inferInsert, 'name' | 'kind' | 'unit' | 'rate'> & {
  /** units: centavos or points; `days` that they live, none = for good */
  issued: { label: string; text: string; units: number; days?: number }[];
};

/** Credit that stays, and cashback of which a part expires soon. */
const shopper: DemoWallet[] = [
  {
    name: 'Crédito da loja',
    kind: 'CREDIT',
    issued: [{ label: 'Presente de boas-vindas', text: 'Presente de boas-vindas', units: 2_500 }],
  },
  {
    name: 'Dinheiro de volta',
    kind: 'CASHBACK',
    issued: [
      { label: 'Compra de outubro', text: 'Dinheiro de volta', units: 480, days: 5 },
      { label: 'Compra de novembro', text: 'Dinheiro de volta', units: 720, days: 60 },
    ],
  },
];
/** Of a company's store: what the company gives each month, and points that are worth two centavos each. */
const employee: DemoWallet[] = [
  {
    name: 'Benefício da firma',
    kind: 'BENEFIT',
    issued: [{ label: 'Benefício do mês', text: 'Benefício do mês', units: 15_000, days: 30 }],
  },
  {
    name: 'Pontos do Clube',
    kind: 'POINTS',
    unit: 'PTS',
    rate: 0.02,
    issued: [
      { label: 'Tempo de casa', text: 'Pontos por tempo de casa', units: 1_000 },
      { label: 'Indicação', text: 'Pontos por indicação', units: 280, days: 12 },
    ],
  },
];

/** Gives a demo person money to spend, once. @param isCompany the store is a company's own */
export async function fillWallets(
  core: Core,
  tenantId: string,
  accountId: string,
  isCompany: boolean,
): Promise<void> {
  const at = core.clock.date();
  await core.db.tenant(tenantId, async (tx) => {
    const [known] = await tx
      .select({ uuid: wallet.uuid })
      .from(wallet)
      .where(and(eq(wallet.tenantId, tenantId), eq(wallet.accountId, accountId)))
      .limit(1);
    if (known) return;
    for (const [position, { issued, ...about }] of (isCompany ? employee : shopper).entries()) {
      const uuid = uuidv7(core.clock.now());
      await tx.insert(wallet).values({ tenantId, uuid, accountId, position, createdAt: at, ...about });
      for (const [index, { label, text, units, days }] of issued.entries())
        await issue(tx, tenantId, uuid, {
          label,
          text,
          units,
          expiresAt: days === undefined ? null : new Date(at.getTime() + days * 86_400_000),
          reference: `demo:${uuid}:${index}`,
          at,
        });
    }
  });
}

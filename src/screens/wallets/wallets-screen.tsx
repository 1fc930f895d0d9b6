import { AppScreen } from '#client/app-screen.tsx';
import { useNow, useRoot, useRootState } from '#client/hooks.ts';
import { useLinkTo } from '#client/links.ts';
import { Unreachable } from '#client/shop/place/unreachable.tsx';
import { WalletSign } from '#client/shop/payment/wallet-sign.tsx';
import { expiryTone, rateText, unitsText, untilText } from '#client/shop/payment/wallet-words.ts';
import { Button } from '#components/form/button.tsx';
import { Chip } from '#components/form/chip.tsx';
import { EmptyState } from '#components/feedback/empty-state.tsx';
import { CardSkeleton, Waiting } from '#components/feedback/skeleton-screens.tsx';
import { Card } from '#components/layout/card.tsx';
import { ListRow, RowList } from '#components/layout/list-row.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { Section } from '#components/layout/section.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Display, Text } from '#components/layout/text.tsx';
import type { Wallet } from '#contract/payment/wallet.ts';
import { formatReais } from '#domain/money/money.ts';
import { type WalletSummary, summaryOf, worthOf } from '#domain/money/wallet-summary.ts';
import { IconClock } from '@tabler/icons-react';
import { Expiry } from './expiry.tsx';
import { Outdated } from './outdated.tsx';
import { UseIt } from './use-it.tsx';

/** What the person has to spend: all of it together, then wallet by wallet, what is over first on top. */
export function WalletsScreen() {
  const root = useRoot('wallets');
  const wallets = useRootState('wallets', (s) => s.context.wallets);
  const isKnown = useRootState('wallets', (s) => s.hasTag('list.known'));
  const isOffline = useRootState('wallets', (s) => s.hasTag('list.offline'));
  const isFailed = useRootState('wallets', (s) => s.hasTag('list.failed'));
  const isLost = isOffline || isFailed;
  return (
    <AppScreen title="Carteira" back={false} width="narrow" busy={!isKnown && !isLost}>
      {isLost ? (
        <Unreachable
          what="a sua carteira"
          problem={isOffline ? 'offline' : 'failed'}
          onRetry={() => root.send({ type: 'load.retried' })}
        />
      ) : (
        <Stack gap={4}>
          <ScreenHeading hidden="phone" gutter>
            Carteira
          </ScreenHeading>
          <div>
            {!isKnown ? <Coming /> : wallets.length === 0 ? <Nothing /> : <Wallets wallets={wallets} />}
          </div>
        </Stack>
      )}
    </AppScreen>
  );
}

const Coming = () => (
  <Waiting text="Buscando os saldos">
    <Stack gap={6} gutter>
      <CardSkeleton height="228px" />
      <CardSkeleton height="172px" />
    </Stack>
  </Waiting>
);

function Nothing() {
  const linkTo = useLinkTo();
  return (
    <EmptyState
      drawing="wallet"
      title="Você ainda não tem saldo"
      text="Dinheiro de volta, créditos da loja e o valor de trocas entram aqui sozinhos e pagam as próximas compras."
      action={
        <Button width="auto" link={linkTo('app.newHome')}>
          Ver campanhas
        </Button>
      }
    />
  );
}

const soonest = (a: WalletSummary, b: WalletSummary) =>
  (a.next?.expiresAt ?? Infinity) < (b.next?.expiresAt ?? Infinity) ? -1 : 1;

function Wallets({ wallets }: { wallets: readonly Wallet[] }) {
  const now = useNow(60_000);
  const linkTo = useLinkTo();
  const ruleOf = useRules();
  const { value, next } = worthOf(wallets, now);
  const rows = wallets
    .map((wallet) => ({ wallet, summary: summaryOf(wallet, now) }))
    .toSorted((a, b) => (a.summary.next === b.summary.next ? 0 : soonest(a.summary, b.summary)));
  return (
    <>
      <Stack gap={3} gutter>
        <Outdated />
        <Card as="section">
          <Stack gap={3}>
            <div>
              <Text size={15} tone="soft">
                Disponível para usar
              </Text>
              <Display as="p" size={36}>
                {formatReais(value)}
              </Display>
            </div>
            <Expiry next={next} now={now} />
            {value > 0 ? <UseIt /> : null}
          </Stack>
        </Card>
      </Stack>
      <Section title="Seus saldos">
        <Stack gap={3}>
          <Text size={15} tone="soft">
            O que vence antes é usado primeiro.
          </Text>
          <Card pad={false}>
            <RowList divided label="Seus saldos">
              {rows.map(({ wallet, summary }) => (
                <ListRow
                  key={wallet.uuid}
                  icon={<WalletSign kind={wallet.kind} />}
                  title={wallet.name}
                  detail={ruleOf(wallet, summary)}
                  note={
                    summary.next ? (
                      <Chip
                        tone={expiryTone(summary.next.expiresAt, now)}
                        icon={<IconClock size={16} aria-hidden="true" />}
                      >
                        {`${unitsText(summary.next.units, wallet)} ${untilText(summary.next.expiresAt, now)}`}
                      </Chip>
                    ) : null
                  }
                  end={
                    <Text as="span" weight={700} numeric nowrap>
                      {formatReais(summary.value)}
                    </Text>
                  }
                  link={linkTo('app.walletDetails', { walletUuid: wallet.uuid })}
                />
              ))}
            </RowList>
          </Card>
          <Text size={15} tone="soft">
            Dinheiro de volta, créditos da loja e o valor de trocas entram aqui sozinhos.
          </Text>
        </Stack>
      </Section>
    </>
  );
}

/** What a wallet pays, and of points how many there are and what they are worth. */
function useRules() {
  const campaigns = useRootState('campaigns', (s) => s.context.campaigns);
  return (wallet: Wallet, { units }: WalletSummary): string => {
    const only = wallet.campaignIds?.flatMap((id) => campaigns.find((one) => one.id === id)?.name ?? []);
    const rule = !wallet.campaignIds
      ? 'Vale em toda a loja'
      : only?.length
        ? `Só em ${only.join(' e ')}`
        : 'Só em algumas campanhas';
    const rate = rateText(wallet);
    return rate ? `${unitsText(units, wallet)} · ${rate}` : rule;
  };
}

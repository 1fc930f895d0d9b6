import { AppScreen } from '#client/app-screen.tsx';
import { useNow, useRoot, useRootState } from '#client/hooks.ts';
import { useScreen } from '#client/links.ts';
import { Unreachable } from '#client/shop/place/unreachable.tsx';
import { expiryTone, rateText, unitsText, untilDateText } from '#client/shop/payment/wallet-words.ts';
import { Chip } from '#components/form/chip.tsx';
import { CardSkeleton, Waiting } from '#components/feedback/skeleton-screens.tsx';
import { Card } from '#components/layout/card.tsx';
import { ListRow, RowList } from '#components/layout/list-row.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { Section } from '#components/layout/section.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Display, Text } from '#components/layout/text.tsx';
import type { Wallet } from '#contract/payment/wallet.ts';
import { formatReais } from '#domain/money/money.ts';
import { daysUntil, partsOf, summaryOf } from '#domain/money/wallet-summary.ts';
import { IconClock } from '@tabler/icons-react';
import { Expiry } from './expiry.tsx';
import { Outdated } from './outdated.tsx';
import { Statement } from './statement.tsx';
import { UseIt } from './use-it.tsx';

/** Days before its end from which on it is said what happens then. */
const A_WEEK = 7;

/** One wallet: what is in it and until when, and everything that went in and out. */
export function WalletDetailsScreen() {
  const { walletUuid } = useScreen('app.walletDetails').params;
  const root = useRoot('wallets');
  const wallet = useRootState('wallets', (s) => s.context.wallets.find(({ uuid }) => uuid === walletUuid));
  const isKnown = useRootState(
    'wallets',
    (s) => s.context.uuid === walletUuid && s.hasTag('list.known') && s.hasTag('details.known'),
  );
  const isOffline = useRootState('wallets', (s) => s.hasTag('list.offline') || s.hasTag('details.offline'));
  const isFailed = useRootState('wallets', (s) => s.hasTag('list.failed') || s.hasTag('details.failed'));
  const isLost = isOffline || isFailed;
  return (
    <AppScreen
      title={wallet?.name ?? 'Extrato'}
      {...(wallet ? { subtitle: 'Extrato' } : {})}
      width="narrow"
      busy={!isLost && !(isKnown && wallet)}
    >
      {isLost ? (
        <Unreachable
          what="o extrato"
          problem={isOffline ? 'offline' : 'failed'}
          onRetry={() => root.send({ type: 'load.retried' })}
        />
      ) : (
        <Stack gap={4}>
          <ScreenHeading hidden="phone" gutter>
            {wallet?.name ?? 'Extrato da carteira'}
          </ScreenHeading>
          <div>{isKnown && wallet ? <Details wallet={wallet} /> : <Coming />}</div>
        </Stack>
      )}
    </AppScreen>
  );
}

const Coming = () => (
  <Waiting text="Buscando o extrato">
    <Stack gap={6} gutter>
      <CardSkeleton height="228px" />
      <CardSkeleton height="240px" />
    </Stack>
  </Waiting>
);

function Details({ wallet }: { wallet: Wallet }) {
  const now = useNow(60_000);
  const statement = useRootState('wallets', (s) => s.context.statement);
  const { units, value, next } = summaryOf(wallet, now);
  const parts = partsOf(wallet, now);
  const rate = rateText(wallet);
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
              {rate ? (
                <Text size={15} tone="soft" numeric>
                  {`${unitsText(units, wallet)} · ${rate}`}
                </Text>
              ) : null}
            </div>
            <Expiry next={next} now={now} />
            {next && daysUntil(next.expiresAt, now) <= A_WEEK ? (
              <Text size={15} tone="soft">
                Depois disso, esse saldo não pode mais ser usado.
              </Text>
            ) : null}
            {value > 0 ? <UseIt /> : null}
          </Stack>
        </Card>
      </Stack>
      {parts.length ? (
        <Section title="Até quando vale">
          <Card pad={false}>
            <RowList divided label="Até quando vale">
              {parts.map(({ id, label, units: left, expiresAt }) => (
                <ListRow
                  key={id}
                  title={unitsText(left, wallet)}
                  detail={label}
                  height={72}
                  note={
                    expiresAt === null ? (
                      <Chip tone="off">Sem prazo</Chip>
                    ) : (
                      <Chip
                        tone={expiryTone(expiresAt, now)}
                        icon={<IconClock size={16} aria-hidden="true" />}
                      >
                        {untilDateText(expiresAt, now)}
                      </Chip>
                    )
                  }
                />
              ))}
            </RowList>
          </Card>
        </Section>
      ) : null}
      <Statement wallet={wallet} movements={statement} units={units} />
    </>
  );
}

import { useNow, useRootState } from '#client/hooks.ts';
import { useLinkTo } from '#client/links.ts';
import { useMedia } from '#client/media.ts';
import { endOf } from '#client/shop/campaign/offer-words.ts';
import { useCampaigns } from '#client/shop/campaign/campaigns.ts';
import { WaitingCoupon } from '#client/shop/cart/coupon-box.tsx';
import { useTriedCoupon } from '#client/shop/cart/coupon.ts';
import { Button } from '#components/form/button.tsx';
import { Card } from '#components/layout/card.tsx';
import { EmptyState } from '#components/feedback/empty-state.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Section } from '#components/layout/section.tsx';
import { Thumb } from '#components/product/thumb.tsx';
import { tintOf } from '#components/campaign/tint.ts';
import { formatMoment } from '#domain/dates.ts';
import { GoneNotes, useGone } from './cart-notes.tsx';
import styles from './cart-screen.module.css';

/** Nothing in it: one sentence that is true now, and one way on. */
export function CartEmpty() {
  const linkTo = useLinkTo();
  const now = useNow(60_000);
  const campaigns = useCampaigns();
  const selectedId = useRootState('campaigns', (s) => s.context.selectedId);
  const open = campaigns.filter(({ state }) => state.status === 'OK');
  const known = open.find(({ campaign }) => campaign.id === selectedId) ?? open[0];
  const end = known ? endOf(known.campaign) : null;
  const text = !known
    ? 'Veja o que está aberto e escolha o que quiser.'
    : end !== null && end > now
      ? `${known.campaign.name} fecha ${formatMoment(end)}.`
      : `${known.campaign.name} está aberta.`;
  const hasGone = useGone().length > 0;
  return (
    <>
      {hasGone ? (
        <div className={styles.gone}>
          <Stack gap={3} gutter>
            <GoneNotes />
          </Stack>
        </div>
      ) : null}
      <EmptyState
        heading
        drawing="basket"
        title="Seu carrinho está vazio"
        text={text}
        action={
          known ? (
            <Button link={linkTo('app.catalog', { campaign: known.campaign.slug })}>Ver produtos</Button>
          ) : (
            <Button link={linkTo('app.newHome')}>Ver as campanhas</Button>
          )
        }
        after={
          <>
            <Waiting />
            <LastTime />
          </>
        }
      />
    </>
  );
}

/** A coupon that came before the first product. */
function Waiting() {
  const { code, state } = useTriedCoupon();
  return state === 'waiting' ? (
    <div className={styles.coupon}>
      <Card>
        <WaitingCoupon code={code} />
      </Card>
    </div>
  ) : null;
}

const SHOWN = 4;

/** What the last order had, to be looked at again at today's prices. */
function LastTime() {
  const linkTo = useLinkTo();
  const media = useMedia();
  const order = useRootState('orders', (s) => s.context.orders[0] ?? null);
  if (!order) return null;
  return (
    <Section title="Da última vez">
      <ul className={styles.last}>
        {order.items.slice(0, SHOWN).map(({ item, campaignId }) => (
          <li key={`${campaignId}${item.id}`}>
            <a {...linkTo('app.product', { campaignId, itemId: item.id })} aria-label={item.name}>
              <Thumb src={item.image ? media(item.image) : null} tint={tintOf(item.tint ?? item.name)} />
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}

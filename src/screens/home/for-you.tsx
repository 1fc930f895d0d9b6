import { useSellers } from '#client/shop/campaign/sellers.ts';
import { ItemTile } from '#client/shop/choice/item-tile.tsx';
import { FOR_YOU, useLiked, useTastes } from '#client/shop/choice/product-list.ts';
import { useNow } from '#client/hooks.ts';
import { useLinkTo } from '#client/links.ts';
import { Section } from '#components/layout/section.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { TextLink } from '#components/layout/text-link.tsx';
import { TileGrid } from '#components/layout/tile-grid.tsx';
import { isOfTaste } from '#domain/person/likings.ts';
import styles from './home.module.css';

const TITLE = 'Para você';
/** Two rows of a phone, one of a desktop. */
const SHOWN = 4;

/** What somebody likes, as they said it, of what they can buy now. Without any nothing stands here. */
export function ForYou() {
  const { snapshot } = useLiked();
  const tastes = useTastes();
  const now = useNow(60_000);
  const linkTo = useLinkTo();
  const sellerOf = useSellers(now);
  const items = snapshot.context.items.flatMap((item) => {
    const seller = sellerOf(item.campaignId);
    const canBuy = seller?.reason === null && item.quantity > 0 && !item.paused;
    return canBuy && isOfTaste(item, tastes) ? [{ item, campaign: seller.campaign }] : [];
  });
  if (items.length === 0) return null;
  return (
    <div className={styles.content}>
      <Section
        bleed
        title={TITLE}
        action={
          <TextLink link={linkTo('app.products', {}, FOR_YOU)} label="Ver todos os produtos para você">
            Ver todos
          </TextLink>
        }
      >
        <TileGrid label={TITLE}>
          {items.slice(0, SHOWN).map(({ item, campaign }) => (
            <ItemTile key={item.id} item={item} campaign={campaign.slug} campaignName={campaign.name} far />
          ))}
        </TileGrid>
        <Stack gutter>
          <TextLink arrow link={linkTo('app.likings')}>
            Mudar meus gostos
          </TextLink>
        </Stack>
      </Section>
    </div>
  );
}

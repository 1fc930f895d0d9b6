import { ItemTile } from '#client/shop/choice/item-tile.tsx';
import { useShelf } from '#client/shop/choice/shelf.ts';
import { useLinkTo } from '#client/links.ts';
import { Section } from '#components/layout/section.tsx';
import { TextLink } from '#components/layout/text-link.tsx';
import { TileGrid } from '#components/layout/tile-grid.tsx';
import type { Item } from '#contract/catalog.ts';
import styles from '#screens/product/product.module.css';

/** A row of a wide screen; a phone shows them in twos. */
const SHOWN = 6;

/** Others of the same category that can be bought now. */
export function Related({
  item,
  campaignRef,
  campaignName,
}: {
  item: Item;
  campaignRef: string;
  campaignName: string;
}) {
  const linkTo = useLinkTo();
  const category = item.tags[0] ?? null;
  const { items, tags } = useShelf(campaignRef, category, null);
  const others = items.filter(({ id, quantity }) => id !== item.id && quantity > 0).slice(0, SHOWN);
  if (others.length === 0) return null;
  const name = tags.find(({ slug }) => slug === category)?.name;
  const all =
    category && name ? (
      <TextLink
        link={linkTo('app.category', { campaign: campaignRef, category })}
        label={`Ver tudo em ${name}`}
      >
        Ver tudo
      </TextLink>
    ) : undefined;
  return (
    <div className={styles.related}>
      <Section bleed title={name ? `Mais em ${name}` : 'Mais desta campanha'} action={all}>
        <TileGrid across label="Outros produtos">
          {others.map((other) => (
            <ItemTile key={other.id} item={other} campaign={campaignRef} campaignName={campaignName} />
          ))}
        </TileGrid>
      </Section>
    </div>
  );
}

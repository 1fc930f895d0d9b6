import { useLinkTo } from '#client/links.ts';
import { propertyOf } from '#client/shop/choice/item-words.ts';
import { useShelf } from '#client/shop/choice/shelf.ts';
import { TextLink } from '#components/layout/text-link.tsx';
import type { Item } from '#contract/catalog.ts';
import { matchesSearch, searchText, searchTexts } from '#domain/search.ts';
import styles from '#screens/product/product.module.css';

const facts: [name: string, label: string][] = [
  ['ingredients', 'Ingredientes'],
  ['allergens', 'Alergênicos'],
  ['storage', 'Como guardar'],
];

interface Props {
  item: Item;
  campaignRef: string;
}

/** What the catalog knows of a product besides its words: whose it is, where it comes from, what is in it. */
export function Details({ item, campaignRef }: Props) {
  const known = facts.flatMap(([name, label]) => {
    const text = propertyOf(item, name);
    return text ? [{ label, text }] : [];
  });
  return (
    <>
      <Origin item={item} campaignRef={campaignRef} />
      {known.length > 0 ? (
        <dl className={styles.facts}>
          {known.map(({ label, text }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </>
  );
}

function Origin({ item, campaignRef }: Props) {
  const brand = propertyOf(item, 'brand');
  const origin = propertyOf(item, 'origin');
  if (!brand && !origin) return null;
  return (
    <div className={styles.origin}>
      <h3 className={styles.label}>De onde vem</h3>
      {brand ? (
        <div className={styles.maker}>
          <p className={styles.brand}>{brand}</p>
          <SameBrand brand={brand} campaignRef={campaignRef} />
        </div>
      ) : null}
      {origin ? <p className={styles.place}>{origin}</p> : null}
    </div>
  );
}

/**
 * Leads to what a search for the name finds: only where all of it is known, there is more than this product,
 * and it bears that name alone. It comes late, so it stands where nothing has to move for it.
 */
function SameBrand({ brand, campaignRef }: { brand: string; campaignRef: string }) {
  const linkTo = useLinkTo();
  const { items, phase } = useShelf(campaignRef, null, null);
  const found = items.filter((one) => matchesSearch(brand, searchTexts(one)));
  if (phase !== 'whole' || found.length < 2 || found.some((one) => propertyOf(one, 'brand') !== brand))
    return null;
  const text = `Ver ${found.length} produtos`;
  return (
    <TextLink
      arrow
      link={linkTo('app.catalog', { campaign: campaignRef }, { q: searchText(brand) })}
      label={`${text} de ${brand}`}
    >
      {text}
    </TextLink>
  );
}

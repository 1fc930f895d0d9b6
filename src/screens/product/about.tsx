import { Text } from '#components/layout/text.tsx';
import type { Item } from '#contract/catalog.ts';
import { Details } from './late-parts.ts';
import styles from './product.module.css';

interface Props {
  item: Item;
  campaignRef: string;
}

/** What the product is, in the words of whoever sells it. */
export function About({ item, campaignRef }: Props) {
  return (
    <section className={styles.about}>
      <h2 className={styles.title}>Sobre o produto</h2>
      <Text tone="soft">{item.description}</Text>
      {item.properties['adultsOnly'] === true ? (
        <p className={styles.adults}>Só para maiores de 18 anos. Pedimos documento na entrega.</p>
      ) : null}
      <Details item={item} campaignRef={campaignRef} />
    </section>
  );
}

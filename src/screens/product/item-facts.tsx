import { propertyOf } from '#app/shop/item-words.ts';
import { Card } from '#components/card.tsx';
import { Text } from '#components/text.tsx';
import type { Item } from '#contract/catalog.ts';
import styles from './product.module.css';

const facts: [name: string, label: string][] = [['origin', 'Origem'], ['ingredients', 'Ingredientes'], ['allergens', 'Alergênicos'], ['storage', 'Como guardar']];

export function ItemFacts({ item }: { item: Item }) {
  const known = facts.flatMap(([name, label]) => {
    const text = propertyOf(item, name);
    return text ? [{ label, text }] : [];
  });
  return (
    <Card as="section">
      <h2 className={styles.title}>Sobre o produto</h2>
      <Text tone="soft">{item.description}</Text>
      {item.properties['adultsOnly'] === true ? <p className={styles.adults}>Só para maiores de 18 anos. Pedimos documento na entrega.</p> : null}
      {known.length > 0 ? (
        <dl className={styles.facts}>
          {known.map(({ label, text }) => <div key={label}><dt>{label}</dt><dd>{text}</dd></div>)}
        </dl>
      ) : null}
    </Card>
  );
}

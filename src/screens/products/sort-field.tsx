import { FOR_YOU, useTastes } from '#client/shop/choice/product-list.ts';
import { useGo, useLinkTo } from '#client/links.ts';
import type { ItemSort } from '#contract/catalog.ts';
import type { Wanted } from '#machines/navigation/search.ts';
import { IconArrowsSort } from '@tabler/icons-react';
import styles from './products.module.css';

const words: Record<ItemSort, string> = {
  price: 'Menor preço',
  '-price': 'Maior preço',
  name: 'Nome',
};

/** The order of the list. Without script the form asks for it by its button. */
export function SortField({ search }: { search: Wanted }) {
  const go = useGo();
  const linkTo = useLinkTo();
  const { sort, ...others } = search;
  const hasTastes = useTastes().length > 0;
  const isKnown = sort !== undefined && (sort in words || (hasTastes && sort === FOR_YOU.sort));
  return (
    <form action={linkTo('app.products').href} className={styles.sort}>
      {Object.entries(others).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <IconArrowsSort size={20} aria-hidden="true" />
      <select
        name="sort"
        aria-label="Ordenar por"
        value={isKnown ? sort : ''}
        onChange={({ target }) =>
          go('app.products', {}, target.value ? { ...others, sort: target.value } : others)
        }
      >
        <option value="">Relevância</option>
        {hasTastes ? <option value={FOR_YOU.sort}>Para você</option> : null}
        {Object.entries(words).map(([value, word]) => (
          <option key={value} value={value}>
            {word}
          </option>
        ))}
      </select>
      <noscript>
        <button type="submit">Ordenar</button>
      </noscript>
    </form>
  );
}

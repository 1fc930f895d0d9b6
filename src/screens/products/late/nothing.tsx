import { useChosen } from '#client/shop/campaign/chosen.tsx';
import { NothingInStore } from '#client/shop/campaign/nothing-in-store.tsx';
import { useLinkTo } from '#client/links.ts';
import { EmptyState } from '#components/feedback/empty-state.tsx';
import { Button } from '#components/form/button.tsx';
import { TextLink } from '#components/layout/text-link.tsx';
import type { Tag } from '#contract/catalog.ts';
import { LONGEST_SEARCH, foldText, searchWords } from '#domain/search.ts';
import type { Wanted } from '#machines/navigation/search.ts';
import styles from './nothing.module.css';

/** Categories that are named. */
const NEAREST = 6;
/** Letters that two words share to be taken for near. */
const BEGINNING = 3;

/** Those whose name begins like a word of the search, then those with most in them. */
function nearest(tags: readonly Tag[], q: string): Tag[] {
  const beginnings = searchWords(q).map((word) => word.slice(0, BEGINNING));
  const isNear = ({ name }: Tag) =>
    q !== '' && beginnings.some((beginning) => foldText(name).includes(beginning));
  return tags
    .toSorted((a, b) => Number(isNear(b)) - Number(isNear(a)) || b.count - a.count)
    .slice(0, NEAREST);
}

interface Props {
  search: Wanted;
  /** What there is without what is looked for. */
  tags: readonly Tag[];
  hasCampaigns: boolean;
}

/** Nothing fits: what was looked for, and the ways on. */
export function Nothing({ search: { q = '' }, tags, hasCampaigns }: Props) {
  const linkTo = useLinkTo();
  const isOne = useChosen() !== null;
  if (!hasCampaigns && isOne) return <NothingInStore />;
  if (!hasCampaigns)
    return (
      <EmptyState
        drawing="place"
        title="Nenhuma campanha aberta neste lugar"
        text="Experimente outro endereço, ou volte daqui a alguns dias."
        action={<Button link={linkTo('address.location')}>Trocar o lugar</Button>}
      />
    );
  const cut = q.length < LONGEST_SEARCH ? '' : `A busca usa as primeiras ${LONGEST_SEARCH} letras. `;
  const near = nearest(tags, q).filter(({ count }) => count > 0);
  return (
    <EmptyState
      drawing="search"
      title={q ? `Não encontramos “${q}”` : 'Nada com estes filtros'}
      text={q ? `${cut}Confira a palavra ou procure em todos os produtos.` : 'Tire um filtro para ver mais.'}
      action={<Button link={linkTo('app.products')}>Limpar filtros</Button>}
      after={
        near.length > 0 ? (
          <nav aria-label="Categorias com produtos" className={styles.near}>
            <p>Ou veja o que há em</p>
            {near.map(({ slug, name, count }) => (
              <TextLink key={slug} link={linkTo('app.products', {}, { tags: slug })}>
                {`${name} (${count})`}
              </TextLink>
            ))}
          </nav>
        ) : undefined
      }
    />
  );
}

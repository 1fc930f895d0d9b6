import { useLinkTo } from '#client/links.ts';
import { Button } from '#components/form/button.tsx';
import { EmptyState } from '#components/feedback/empty-state.tsx';

interface Props {
  campaignRef: string;
  category: string | null;
  q: string | null;
  /** What the search leaves out of what was typed. */
  cut: string;
}

/** No product is left by category and search: why, and where there are some. */
export function Nothing({ campaignRef, category, q, cut }: Props) {
  const linkTo = useLinkTo();
  const all = linkTo('app.catalog', { campaign: campaignRef });
  if (q === null)
    return (
      <EmptyState
        title="Nada nesta prateleira por enquanto"
        text="Os outros produtos da campanha continuam aqui."
        action={<Button link={all}>Ver todos os produtos</Button>}
      />
    );
  if (category !== null) {
    return (
      <EmptyState
        drawing="search"
        title={`Nada para “${q}” nesta categoria`}
        text="Procure na campanha inteira ou com outra palavra."
        action={
          <Button link={linkTo('app.catalog', { campaign: campaignRef }, { q })}>Buscar em tudo</Button>
        }
      />
    );
  }
  return (
    <EmptyState
      drawing="search"
      title={`Não encontramos “${q}”`}
      text={[cut, 'Confira a palavra ou procure por outra, como “queijo” ou “café”.']
        .filter(Boolean)
        .join(' ')}
      action={<Button link={all}>Ver todos os produtos</Button>}
    />
  );
}

import { AppScreen } from '#client/app-screen.tsx';
import { useNow } from '#client/hooks.ts';
import { useLinkTo } from '#client/links.ts';
import { useShelf } from '#client/shop/shelf.ts';
import { endOf } from '#client/shop/offer-words.ts';
import { CategoryChips } from '#components/product/category-chips.tsx';
import { CategoryRail } from '#components/product/category-rail.tsx';
import { Chip } from '#components/form/chip.tsx';
import { Columns } from '#components/layout/columns.tsx';
import { IconButton } from '#components/form/icon-button.tsx';
import { LateRefusalNote } from '#components/feedback/late-refusal-note.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { CatalogSkeleton } from '#components/feedback/catalog-skeleton.tsx';
import type { Campaign } from '#contract/campaign.ts';
import { hasEnded } from '#domain/campaign-status.ts';
import { countdownText } from '#domain/countdown.ts';
import { IconClock, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useCategories } from './categories.tsx';
import { Offer } from './offer.tsx';
import { PlaceNote } from './place-note.tsx';
import { Products } from './products.tsx';
import { SearchField } from './search-field.tsx';
import { ShelfProblem } from './shelf-problem.tsx';
import styles from './catalog.module.css';

interface Props {
  /** id or slug, as in the address */
  campaignRef: string;
  category: string | null;
  q: string | null;
}

/** The shelf of a campaign, whole or one category of it. */
export function Shop({ campaignRef, category, q }: Props) {
  const linkTo = useLinkTo();
  const shelf = useShelf(campaignRef, category, q);
  const categories = useCategories(campaignRef, shelf);
  const [isSearching, setSearching] = useState(q !== null);
  const campaign = shelf.preview?.campaign ?? null;
  const isOver = useIsOver(campaign);
  const title = shelf.tags.find(({ slug }) => slug === category)?.name ?? campaign?.name ?? 'Produtos';
  const isOut = !campaign && shelf.phase !== 'waiting';
  const search = (
    <IconButton
      label={isSearching ? 'Fechar a busca' : 'Buscar produtos'}
      icon={<IconSearch size={24} />}
      onClick={() => setSearching((was) => !was)}
    />
  );
  return (
    <AppScreen
      title={campaign?.name ?? 'Produtos'}
      subtitle={campaign && !isOver ? <ClosesIn campaign={campaign} /> : undefined}
      action={search}
    >
      {isSearching ? <SearchField campaignRef={campaignRef} category={category} q={q} /> : null}
      <Columns
        kind="rail"
        sideOnPhone="hidden"
        side={
          campaign ? (
            <CategoryRail
              label="Categorias"
              items={categories}
              current={category ?? ''}
              back={{ text: 'Campanhas', link: linkTo('app.newHome') }}
            />
          ) : null
        }
      >
        {/* The same heading before and after the data: it has focus after a change of screen. */}
        {isOut ? null : (
          <div className={styles.head}>
            <ScreenHeading>{title}</ScreenHeading>
            {campaign && !isOver ? (
              <Chip tone="ok" icon={<IconClock size={16} />}>
                <ClosesIn campaign={campaign} />
              </Chip>
            ) : null}
          </div>
        )}
        {campaign ? (
          <>
            <CategoryChips label="Categorias" items={categories} current={category ?? ''} />
            <div className={styles.notes}>
              {isOver ? (
                <LateRefusalNote
                  text="Esta campanha terminou. Os produtos ficam à vista, mas não dá mais para comprar."
                  remedy={{ label: 'Ver outras', link: linkTo('app.newHome') }}
                />
              ) : (
                <Offer campaign={campaign} />
              )}
              <PlaceNote />
            </div>
            <Products
              campaignRef={campaignRef}
              campaign={campaign}
              shelf={shelf}
              category={category}
              q={q}
              title={title}
              isOver={isOver}
            />
          </>
        ) : (
          <ShelfProblem
            phase={shelf.phase}
            waiting={
              <div className={styles.waiting}>
                <CatalogSkeleton />
              </div>
            }
          />
        )}
      </Columns>
    </AppScreen>
  );
}

function useIsOver(campaign: Campaign | null): boolean {
  const now = useNow(15_000);
  return campaign !== null && hasEnded(campaign, now);
}

function ClosesIn({ campaign }: { campaign: Campaign }) {
  const now = useNow();
  const end = endOf(campaign);
  return end === null ? <>Aberta</> : <>Fecha em {countdownText(end, now)}</>;
}

import { AppScreen } from '#client/app-screen.tsx';
import { useDeliveryPlace } from '#client/frame-parts.ts';
import { useNow, useRoot, useRootState } from '#client/hooks.ts';
import { useLinkTo } from '#client/links.ts';
import { personText } from '#client/shop/choice/item-words.ts';
import { type Shelf, useShelf } from '#client/shop/choice/shelf.ts';
import { haltText } from '#client/shop/campaign/campaign-words.ts';
import { campaignRuleText, endOf } from '#client/shop/campaign/offer-words.ts';
import { CategoryChips } from '#components/product/category-chips.tsx';
import { CategoryRail } from '#components/product/category-rail.tsx';
import { Chip } from '#components/form/chip.tsx';
import { Columns } from '#components/layout/columns.tsx';
import { IconButton } from '#components/form/icon-button.tsx';
import { LateRefusalNote } from '#components/feedback/late-refusal-note.tsx';
import { Text } from '#components/layout/text.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { CatalogSkeleton } from '#components/feedback/catalog-skeleton.tsx';
import type { Campaign } from '#contract/campaign.ts';
import { type Halt, haltOf } from '#domain/campaign-status.ts';
import { countdownText } from '#domain/countdown.ts';
import { IconChevronRight, IconClock, IconDiscount, IconMapPin, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useCategories } from './categories.tsx';
import { Products } from './products.tsx';
import { SearchField } from './search-field.tsx';
import styles from './catalog.module.css';
import { Nudge } from '#components/feedback/nudge.tsx';
import { formatPercentOff, nudges, rulesOfCampaign } from '#domain/money/discount.ts';
import { Unreachable } from '#client/shop/place/unreachable.tsx';

interface Props {
  /** id or slug, as in the address */
  campaignRef: string;
  category: string | null;
  q: string | null;
}

/** The shelf of a campaign, whole or one category of it. */
export function CatalogShelf({ campaignRef, category, q }: Props) {
  const linkTo = useLinkTo();
  const shelf = useShelf(campaignRef, category, q);
  const categories = useCategories(campaignRef, shelf);
  const [isSearching, setSearching] = useState(q !== null);
  const campaign = shelf.preview?.campaign ?? null;
  const halt = useHalt(campaign);
  const isOver = halt !== null;
  const most = campaign?.cartControls.maxPerAccount;
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
            <ScreenHeading hidden="phone">{title}</ScreenHeading>
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
              {halt ? (
                <LateRefusalNote
                  text={
                    halt.type === 'expired'
                      ? 'Esta campanha terminou. Os produtos ficam à vista, mas não dá mais para comprar.'
                      : haltText(halt)
                  }
                  remedy={{ label: 'Ver outras', link: linkTo('app.newHome') }}
                />
              ) : (
                <Offer campaign={campaign} />
              )}
              <PlaceNote />
              {most !== undefined && !isOver ? (
                <Text size={15} tone="soft">{`${personText(most)} nesta campanha`}</Text>
              ) : null}
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

function useHalt(campaign: Campaign | null): Halt | null {
  const now = useNow(15_000);
  return campaign && haltOf(campaign, now);
}

function ClosesIn({ campaign }: { campaign: Campaign }) {
  const now = useNow();
  const end = endOf(campaign);
  return end === null ? <>Aberta</> : <>Fecha em {countdownText(end, now)}</>;
}

/**
 * What a few more would save, counted by the pricing rule itself. Stands there from the start, so that the
 * first tap on + moves nothing.
 */
function Offer({ campaign }: { campaign: Campaign }) {
  const lines = useRootState('cart', ({ context }) => context.lines);
  const said = useMemo(() => {
    const rules = rulesOfCampaign(campaign.id, campaign.cartControls.discountRules);
    const mine = lines.filter((line) => line.campaignId === campaign.id);
    // The rule for everything stands here; what one product earns is said where that product is.
    const whole = rules.find(({ productId }) => productId === undefined);
    if (!whole) return null;
    const { minimumQuantity, discount } = whole;
    const nudge = nudges(mine, [whole])[0];
    if (nudge) return { text: nudge.text, done: minimumQuantity - nudge.missing, of: minimumQuantity };
    return mine.length === 0
      ? { text: campaignRuleText(whole), done: 0, of: minimumQuantity }
      : { text: `Você ganhou ${formatPercentOff(discount)}`, done: minimumQuantity, of: minimumQuantity };
  }, [campaign, lines]);
  return said ? (
    <Nudge icon={<IconDiscount size={22} />} progress={{ kind: 'pips', done: said.done, of: said.of }}>
      {said.text}
    </Nudge>
  ) : null;
}

/**
 * Without a place things are listed for São Paulo; that is no promise to deliver (D31). It stands there for who
 * has one as well, as the page comes before it is known whose it is.
 */
function PlaceNote() {
  const { text, link } = useDeliveryPlace();
  const isDefault = useRootState('location', ({ context }) => context.isDefault);
  return (
    <a {...link} className={styles.place}>
      <IconMapPin size={22} aria-hidden="true" />
      <span>
        {isDefault || text === null ? (
          <>
            Local aproximado · <b>confirme seu CEP</b>
          </>
        ) : (
          <>
            Entregar em <b>{text}</b>
          </>
        )}
      </span>
      <IconChevronRight size={22} aria-hidden="true" />
    </a>
  );
}

/** Nothing of the catalog is there: on its way, or out of reach. */
function ShelfProblem({ phase, waiting }: { phase: Shelf['phase']; waiting: ReactNode }) {
  const catalog = useRoot('catalog');
  const problem = phase === 'offline' || phase === 'failed' ? phase : null;
  return problem ? (
    <Unreachable
      what="os produtos"
      problem={problem}
      onRetry={() => catalog.send({ type: 'load.retried' })}
    />
  ) : (
    waiting
  );
}

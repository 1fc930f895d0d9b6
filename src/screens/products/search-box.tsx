import { useRootState } from '#client/hooks.ts';
import { useGo, useLinkTo } from '#client/links.ts';
import { useRecentSearches, useSuggestions } from '#client/shop/choice/suggesting.ts';
import { later } from '#components/layout/later.tsx';
import type { Item, Tag } from '#contract/catalog.ts';
import { LONGEST_SEARCH, searchText } from '#domain/search.ts';
import type { Wanted } from '#machines/navigation/search.ts';
import { IconSearch } from '@tabler/icons-react';
import { type FocusEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { SearchPopupProps } from './late/search-popup.tsx';
import { type Suggestion, suggestionsFor } from './suggestions.ts';
import styles from './products.module.css';

const SearchPopup = later<SearchPopupProps>(
  'screens/products/late/search-popup.tsx',
  async () => (await import('./late/search-popup.tsx')).SearchPopup,
  null,
  { afterwards: true },
);

interface Props {
  search: Wanted;
  /** What is loaded already: suggested at once. */
  items: readonly Item[];
  tags: readonly Tag[];
  campaigns: readonly string[];
}

/**
 * The search of everything, with what fits while one types (ARIA combobox with a list). Enter searches for what
 * is typed, whatever was or was not suggested.
 */
export function SearchBox({ search, items, tags, campaigns }: Props) {
  const go = useGo();
  const linkTo = useLinkTo();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const recent = useRecentSearches();
  const { isOpen, q, found, type, dismiss } = useSuggestions(campaigns);
  const [active, setActive] = useState(-1);
  const [isAsking, setAsking] = useState(false);
  const suggested = isOpen ? suggestionsFor(q, { recent: recent.words, items, tags, found }) : [];
  const isShown = suggested.length > 0;
  const chosen = suggested[active];
  const remembered = isAsking ? recent.words : [];
  const offered = useRootState('campaigns', ({ context }) => context.campaigns);

  const words = search.q ?? '';
  useEffect(() => {
    // Cleared or changed from elsewhere, such as the empty state's button.
    if (field.current && document.activeElement !== field.current) field.current.value = words;
  }, [words]);

  const close = () => {
    dismiss();
    setActive(-1);
    setAsking(false);
  };
  const find = (typed: string) => {
    const text = searchText(typed);
    const { sort } = search;
    close();
    if (text) recent.add(text);
    go('app.products', {}, { ...(text ? { q: text } : {}), ...(sort ? { sort } : {}) });
    field.current?.blur();
  };
  const choose = (suggestion: Suggestion) => {
    const { current: input } = field;
    if (suggestion.kind === 'words') {
      if (input) input.value = suggestion.text;
      return find(suggestion.text);
    }
    close();
    if (q) recent.add(q);
    if (suggestion.kind === 'category') {
      if (input) input.value = '';
      go('app.products', {}, { tags: suggestion.slug });
    } else go('app.product', { campaignId: suggestion.campaignId, itemId: suggestion.id });
    input?.blur();
  };
  const move = (by: 1 | -1) => {
    const places = suggested.length + 1; // the field itself is one
    setActive(((active + 1 + by + places) % places) - 1);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && (isShown || isAsking)) close();
    else if (isShown && event.key === 'ArrowDown') move(1);
    else if (isShown && event.key === 'ArrowUp') move(-1);
    else return;
    event.preventDefault();
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) close();
  };
  return (
    <form
      role="search"
      className={styles.search}
      action={linkTo('app.products').href}
      onBlur={onBlur}
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen) choose(chosen);
        else find(field.current?.value ?? '');
      }}
    >
      <IconSearch size={22} aria-hidden="true" />
      <input
        ref={field}
        type="search"
        role="combobox"
        name="q"
        defaultValue={words}
        placeholder="Buscar em todas as campanhas"
        aria-label="Buscar em todos os produtos"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={isShown ? id : undefined}
        aria-activedescendant={chosen ? `${id}-${active}` : undefined}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={LONGEST_SEARCH}
        onKeyDown={onKeyDown}
        onFocus={({ target }) => {
          recent.read();
          setAsking(target.value === '');
        }}
        onChange={({ target }) => {
          setActive(-1);
          setAsking(target.value === '');
          type(target.value);
        }}
      />
      {isShown || remembered.length > 0 ? (
        <SearchPopup
          id={id}
          suggested={suggested}
          active={active}
          recent={remembered}
          nameOfCampaign={(campaignId) => offered.find((one) => one.id === campaignId)?.name ?? ''}
          onChoose={choose}
          onRemove={(text) => {
            recent.remove(text);
            // The button that had focus is gone.
            field.current?.focus();
          }}
        />
      ) : null}
    </form>
  );
}

import { useGo, useLinkTo } from '#client/links.ts';
import { LONGEST_SEARCH, searchText } from '#domain/search.ts';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import styles from './catalog.module.css';

/** Typing settles for this long before the shelf follows, ms. */
const SETTLE = 150;

interface Props {
  campaignRef: string;
  category: string | null;
  q: string | null;
}

/** The phone's search: the shelf follows while one types, and the address keeps the words. */
export function SearchField({ campaignRef, category, q }: Props) {
  const go = useGo();
  const linkTo = useLinkTo();
  const field = useRef<HTMLInputElement>(null);
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined);
  const first = useRef(q);
  useEffect(() => {
    // Opened by a tap on the glass; a page that was opened with words in its address keeps focus on its
    // heading.
    if (first.current === null) field.current?.focus();
    return () => clearTimeout(settling.current);
  }, []);
  useEffect(() => {
    // Cleared or changed from elsewhere, such as the empty state's button.
    if (field.current && document.activeElement !== field.current) field.current.value = q ?? '';
  }, [q]);
  const find = (typed: string) => {
    const text = searchText(typed);
    const search = text ? { q: text } : {};
    if (category === null) go('app.catalog', { campaign: campaignRef }, search);
    else go('app.category', { campaign: campaignRef, category }, search);
  };
  const here =
    category === null
      ? linkTo('app.catalog', { campaign: campaignRef })
      : linkTo('app.category', { campaign: campaignRef, category });
  return (
    <form
      role="search"
      className={styles.search}
      action={here.href}
      onSubmit={(event) => {
        event.preventDefault();
        clearTimeout(settling.current);
        find(field.current?.value ?? '');
        field.current?.blur();
      }}
    >
      <IconSearch size={22} aria-hidden="true" />
      <input
        ref={field}
        type="search"
        name="q"
        defaultValue={q ?? ''}
        placeholder="Buscar tomate, café, queijo…"
        aria-label="Buscar produtos nesta campanha"
        autoComplete="off"
        enterKeyHint="search"
        maxLength={LONGEST_SEARCH}
        onChange={({ target }) => {
          clearTimeout(settling.current);
          settling.current = setTimeout(() => find(target.value), SETTLE);
        }}
      />
    </form>
  );
}

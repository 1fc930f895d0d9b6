import { IconSearch, IconShoppingBag, IconUserCircle } from '@tabler/icons-react';
import type { FormEvent, ReactNode } from 'react';
import { countOf } from '#components/product/count-of.ts';
import { IconButton } from '#components/form/icon-button.tsx';
import type { LinkTarget, Pressable } from '#components/form/link.ts';
import { Logo, type LogoProps } from './logo.tsx';
import { PlaceChip, type PlaceProps } from '#components/place/place-chip.tsx';
import { LinkOrButton } from '#components/form/link-or-button.tsx';
import styles from './desktop-header.module.css';

interface Search {
  /** Where the form goes without script; the word is sent as `q`. */
  action: string;
  placeholder: string;
  value?: string | undefined;
  onSearch: (text: string) => void;
}

interface Props {
  logo: LogoProps;
  place?: PlaceProps | undefined;
  search?: Search | undefined;
  links?:
    | { campaigns: LinkTarget; wallets?: LinkTarget | undefined; orders: LinkTarget; account: LinkTarget }
    | undefined;
  current?: 'campaigns' | 'wallets' | 'orders' | 'account' | null | undefined;
  cart?: (Pressable & { count: number }) | undefined;
  /** Checkout: the steps stand where place and search were. */
  steps?: ReactNode;
  end?: ReactNode;
  /** At the corner of the account's sign. */
  badge?: ReactNode;
}

export function DesktopHeader({
  logo,
  place,
  search,
  links,
  current = null,
  cart,
  steps,
  end,
  badge,
}: Props) {
  return (
    <header className={styles.header}>
      <div className={styles.inner}>
        <Logo {...logo} word />
        {steps ? <div className={styles.steps}>{steps}</div> : null}
        {place ? (
          <div className={styles.place}>
            <PlaceChip {...place} withLead />
          </div>
        ) : null}
        {search ? <SearchForm {...search} /> : steps ? null : <span className={styles.space} />}
        {links ? (
          <nav aria-label="Principal" className={styles.links}>
            <a {...links.campaigns} aria-current={current === 'campaigns' ? 'page' : undefined}>
              Campanhas
            </a>
            {links.wallets ? (
              <a {...links.wallets} aria-current={current === 'wallets' ? 'page' : undefined}>
                Carteira
              </a>
            ) : null}
            <a {...links.orders} aria-current={current === 'orders' ? 'page' : undefined}>
              Pedidos
            </a>
          </nav>
        ) : null}
        {links ? (
          <IconButton
            link={links.account}
            label="Conta"
            icon={
              <>
                <IconUserCircle size={26} aria-hidden="true" />
                {badge}
              </>
            }
          />
        ) : null}
        {cart ? <CartOpener {...cart} /> : null}
        {end}
      </div>
    </header>
  );
}

function CartOpener({ count, link, onClick }: Pressable & { count: number }) {
  return (
    <LinkOrButton
      link={link}
      onClick={onClick}
      className={styles.cart}
      aria-label={`Carrinho, ${countOf(count, 'item', 'itens')}`}
      aria-haspopup={onClick ? 'dialog' : undefined}
    >
      <IconShoppingBag size={22} aria-hidden="true" />
      Carrinho
      {count > 0 ? <span className={styles.count}>{count}</span> : null}
    </LinkOrButton>
  );
}

function SearchForm({ action, placeholder, value, onSearch }: Search) {
  // Not an action of React's: the server would write an inline script for it, and without script the address
  // must do.
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = new FormData(event.currentTarget).get('q');
    onSearch(typeof text === 'string' ? text : '');
  };
  return (
    <form role="search" className={styles.search} action={action} method="get" onSubmit={submit}>
      <IconSearch size={22} aria-hidden="true" />
      <input
        key={value}
        type="search"
        name="q"
        defaultValue={value}
        placeholder={placeholder}
        aria-label="Buscar produtos"
        autoComplete="off"
        enterKeyHint="search"
        maxLength={80}
      />
    </form>
  );
}

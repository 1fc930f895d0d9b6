import { IconArrowLeft, IconShoppingBag } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { classNames } from '#components/form/class-names.ts';
import { countOf } from '#components/product/count-of.ts';
import { IconButton } from '#components/form/icon-button.tsx';
import type { LinkTarget, Pressable } from '#components/form/link.ts';
import styles from './top-bar.module.css';

interface Props {
  title?: ReactNode;
  subtitle?: ReactNode;
  /** The title is the screen's h1. */
  heading?: boolean | undefined;
  back?: Pressable | undefined;
  backLabel?: string | undefined;
  /** There is no way back for the moment: its place stays. */
  isClosed?: boolean | undefined;
  action?: ReactNode;
  cart?: { count: number; link: LinkTarget } | undefined;
  /** Floats over a picture: no title, buttons on white. */
  clear?: boolean | undefined;
  /** Kept on desktop too, for screens without the wide header. */
  desktop?: boolean | undefined;
}

export function TopBar({
  title,
  subtitle,
  heading,
  back,
  backLabel = 'Voltar',
  isClosed,
  action,
  cart,
  clear,
  desktop,
}: Props) {
  const Title = heading ? 'h1' : 'p';
  return (
    <header className={classNames(styles.bar, clear && styles.clear, !desktop && styles.phone)}>
      {back ? (
        <IconButton
          {...back}
          label={backLabel}
          solid={clear ?? false}
          icon={<IconArrowLeft size={24} aria-hidden="true" />}
        />
      ) : (
        <span className={isClosed ? styles.closed : styles.edge} />
      )}
      <div className={styles.titles}>
        {title ? (
          <Title className={styles.title} {...(heading && { tabIndex: -1, 'data-screen-heading': '' })}>
            {title}
          </Title>
        ) : null}
        {subtitle ? <p className={styles.subtitle}>{subtitle}</p> : null}
      </div>
      <div className={styles.end}>
        {action}
        {cart ? (
          <IconButton
            link={cart.link}
            label={`Carrinho, ${countOf(cart.count, 'item', 'itens')}`}
            badge={cart.count}
            solid={clear ?? false}
            icon={<IconShoppingBag size={24} aria-hidden="true" />}
          />
        ) : null}
      </div>
    </header>
  );
}

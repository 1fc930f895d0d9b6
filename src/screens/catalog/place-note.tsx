import { useRootState } from '#client/hooks.ts';
import { useLinkTo } from '#client/links.ts';
import { IconChevronRight, IconMapPin } from '@tabler/icons-react';
import styles from './catalog.module.css';

/** Without a place things are listed for São Paulo; that is no promise to deliver (D31). */
export function PlaceNote() {
  const linkTo = useLinkTo();
  const isDefault = useRootState('location', ({ context }) => context.isDefault);
  if (!isDefault) return null;
  return (
    <a {...linkTo('address.location')} className={styles.place}>
      <IconMapPin size={22} aria-hidden="true" />
      <span>
        Local aproximado · <b>confirme seu CEP</b>
      </span>
      <IconChevronRight size={22} aria-hidden="true" />
    </a>
  );
}

import type { Address } from '#contract/place.ts';
import { ListRow } from '#components/layout/list-row.tsx';
import { IconMapPinCheck } from '@tabler/icons-react';
import { useRootState } from '#client/hooks.ts';
import { useLinkTo } from '#client/links.ts';

interface Props {
  /** One that was typed and is not the person's place. */
  typed?: Address | null;
  /** Asks for another one here, instead of leading to where it is asked. */
  onChange?: () => void;
}

/** For which place it is said, and the way to another. */
export function PlaceRow({ typed = null, onChange }: Props) {
  const linkTo = useLinkTo();
  const known = useRootState('location', ({ context }) => context.location);
  const where = typed ?? known;
  const place = where?.neighborhood ?? where?.city ?? null;
  return (
    <ListRow
      icon={<IconMapPinCheck size={24} />}
      title={place ? `Para ${place}` : 'Confira se chega até você'}
      detail={place ? 'Trocar o lugar' : 'Informe seu CEP'}
      {...(onChange ? { onClick: onChange } : { link: linkTo('address.location') })}
      height={72}
    />
  );
}

import { useRootState } from '#app/hooks.ts';
import { useLinkTo } from '#app/links.ts';
import { RefusalNote } from '#components/refusal-note.tsx';

/** Without a place things are listed for São Paulo; that is no promise to deliver. */
export function PlaceNote() {
  const linkTo = useLinkTo();
  const isDefault = useRootState('location', ({ context }) => context.isDefault);
  return isDefault ? <RefusalNote tone="info" text="Local aproximado: São Paulo." remedy={{ label: 'Confirme seu CEP', link: linkTo('address.location') }} /> : null;
}

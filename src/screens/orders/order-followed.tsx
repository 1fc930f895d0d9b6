import { carrierText } from '#client/order-words.ts';
import { TextLink } from '#components/layout/text-link.tsx';
import { AddressCard } from '#components/place/address-card.tsx';
import type { Follow, Order } from '#contract/order/order.ts';
import { IconReceipt, IconTruckDelivery } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** A link to somebody else's page, in a window of its own. Anything but https leads nowhere. */
function OutsideLink({ href, label, children }: { href: string; label: string; children: ReactNode }) {
  return (
    <TextLink
      label={label}
      link={{
        href,
        onClick: (click) => {
          click.preventDefault();
          globalThis.open(href, '_blank', 'noopener,noreferrer');
        },
      }}
    >
      {children}
    </TextLink>
  );
}
const isSafe = (url: string | undefined): url is string => url?.startsWith('https://') ?? false;

/** Who brings it; where they tell more, a link. */
export function Carrier({
  name,
  url,
  trackingCode,
  state,
}: NonNullable<Follow['carrier']> & Pick<Order, 'state'>) {
  return (
    <AddressCard
      icon={<IconTruckDelivery size={24} />}
      title={carrierText(state, name)}
      {...(trackingCode ? { detail: `Rastreio ${trackingCode}` } : {})}
      {...(isSafe(url)
        ? {
            action: (
              <OutsideLink href={url} label={`Rastrear${name ? ` em ${name}` : ''}, em outra aba`}>
                Rastrear
              </OutsideLink>
            ),
          }
        : {})}
    />
  );
}

/** The invoice (NF-e), once the shop has told where it is. */
export function Invoice({ url }: { url: string | undefined }) {
  return isSafe(url) ? (
    <AddressCard
      icon={<IconReceipt size={24} />}
      title="Nota fiscal (NF-e)"
      action={
        <OutsideLink href={url} label="Abrir a nota fiscal, em outra aba">
          Abrir
        </OutsideLink>
      }
    />
  ) : null;
}

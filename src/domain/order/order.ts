import type { CartLine, Recipient, ShippingChoice } from '#contract/cart.ts';
import { reaisOf } from '#contract/money.ts';
import type { NewOrder, OrderType, ShippingAddress } from '#contract/order/order.ts';
import {
  formatAddressLine,
  isAddressIncomplete,
  streetNumberOf,
  type Address,
} from '#domain/place/address.ts';
import { canonicalSelection } from '#domain/cart-line.ts';
import type { CartTotals } from '#domain/money/cart-totals.ts';

export type OrderCart = {
  uuid: string;
  /** the selected campaign */
  campaignId?: string | undefined;
  lines: readonly CartLine[];
  /** null = not priced yet: the order leaves its amounts out */
  totals?: Pick<CartTotals, 'subTotal' | 'discount' | 'shipping' | 'total'> | null | undefined;
};

export type OrderDraft = {
  userName?: string | undefined;
  userPhone?: string | undefined;
  email?: string | undefined;
  /** of the privacy text that a buyer without an account agreed to */
  privacyVersion?: string | undefined;
  cpf?: string | undefined;
  location?: Address | null | undefined;
  shippingMethod?: ShippingChoice | undefined;
  recipient?: Recipient | undefined;
  extra?: Record<string, unknown> | undefined;
  paymentMethod?: NewOrder['paymentMethod'] | undefined;
  /** the campaign asks for no address */
  ignoreShippingAddress?: boolean | undefined;
  shippingAddressVerified?: boolean | undefined;
  /** number of the lock */
  fence?: number | undefined;
};

/** How an order reaches its buyer; SHIPPING unless said otherwise. Source: spec §3, D28, D44. */
export function orderTypeOf({
  ignoreShippingAddress,
  shippingMethod,
}: Pick<OrderDraft, 'ignoreShippingAddress' | 'shippingMethod'>): OrderType {
  if (ignoreShippingAddress) return 'INTERNAL';
  return shippingMethod?.type === 'PICKUP' ? 'PICKUP' : 'SHIPPING';
}

/**
 * An address in the words of an order, or null when it is incomplete. `address` is street and number,
 * `street_address` the street. Source: spec §3.
 */
export function shippingAddressOf(address: Address | null | undefined): ShippingAddress | null {
  if (!address || isAddressIncomplete(address)) return null;
  const { latitude = 0, longitude = 0 } = address;
  return given({
    cep: address.postalCode ?? '',
    address: formatAddressLine({ ...address, complement: undefined }),
    city: address.city ?? '',
    country: 'BR',
    latitude,
    longitude,
    neighborhood: address.neighborhood ?? '',
    street_number: streetNumberOf(address) ?? '',
    reference: address.reference || undefined,
    complement: address.complement || undefined,
    addressType: address.addressType,
    street_address: address.address ?? '',
    administrative_area: address.administrativeArea ?? '',
    attrs: address.attrs && Object.keys(address.attrs).length > 0 ? address.attrs : undefined,
  });
}

/** The same object without the fields that have no value. */
function given<T extends object>(fields: T): T {
  // Dropping undefined fields never changes what T promises: those fields are optional in it.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}

const isCountable = ({ quantity }: { quantity: number }) => Number.isSafeInteger(quantity) && quantity >= 1;

function itemOf({ id, packageId, selection, quantity, campaignId }: CartLine): NewOrder['items'][number] {
  const itemKitSelection = canonicalSelection(selection);
  return {
    item: given({
      id,
      packageId,
      itemKitSelection: itemKitSelection.length > 0 ? itemKitSelection : undefined,
    }),
    quantity,
    campaignId,
  };
}

function propertiesOf(
  cart: OrderCart,
  draft: OrderDraft,
  shippingAddress: ShippingAddress | undefined,
): NewOrder['properties'] {
  const { totals } = cart;
  return given({
    cartUuid: cart.uuid,
    campaignId: cart.campaignId,
    account: draft.cpf ? { cpf: draft.cpf } : undefined,
    shippingAddress,
    shippingAddressVerified: draft.shippingAddressVerified,
    ignoreShippingAddress: draft.ignoreShippingAddress,
    extra: draft.extra && Object.keys(draft.extra).length > 0 ? draft.extra : undefined,
    ...(totals && {
      price: reaisOf(totals.total),
      subTotal: reaisOf(totals.subTotal),
      discount: reaisOf(totals.discount),
      shippingTotal: reaisOf(totals.shipping),
    }),
    shippingMethod: draft.shippingMethod,
    recipient: draft.recipient,
    fence: draft.fence,
  });
}

/**
 * The order of a cart and what its buyer decided, ready to be sent; amounts in reais.
 * Null when it cannot be built: no lines, a quantity that is none, no name, no payment method, or an address
 * that is needed and incomplete.
 * The address is left out when the campaign ignores it; for a pickup it goes along if there is one. Source:
 * spec §3, §5.
 */
export function buildOrder(cart: OrderCart, draft: OrderDraft): NewOrder | null {
  const userName = draft.userName?.trim();
  if (
    !cart.uuid ||
    !userName ||
    !draft.paymentMethod ||
    cart.lines.length === 0 ||
    !cart.lines.every(isCountable)
  )
    return null;
  const type = orderTypeOf(draft);
  const shippingAddress = type === 'INTERNAL' ? null : shippingAddressOf(draft.location);
  if (type === 'SHIPPING' && !shippingAddress) return null;
  return given({
    items: cart.lines.map(itemOf),
    userName,
    userPhone: draft.userPhone || undefined,
    email: draft.email || undefined,
    privacyVersion: draft.privacyVersion,
    paymentMethod: draft.paymentMethod,
    properties: propertiesOf(cart, draft, shippingAddress ?? undefined),
  });
}

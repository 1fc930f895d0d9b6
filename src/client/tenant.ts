import type { Form, Palette } from '#contract/place.ts';
import type { Tenant, TenantLegal } from '#contract/tenant/tenant.ts';
import { waysOf } from '#domain/person/sso.ts';
import { hasScreen } from '#domain/money/payment-method.ts';

/** What a page knows about its tenant. The server writes it into the page; it has no secrets. */
export interface TenantView {
  /** X-App, and the prefix of everything that is kept in the browser. */
  client: string;
  name: string;
  partner: string;
  intranet: boolean;
  /** its door asks which of several stores one comes to */
  asksStore?: true | undefined;
  hideTitleSuffix: boolean;
  guestOrders: boolean;
  displayFont: 'bricolage' | 'fraunces' | 'figtree';
  palette: Palette;
  /** Addresses of the pictures. */
  logo: Record<'mark' | 'markDark', string>;
  legal: TenantLegal;
  help: Tenant['help'];
  payment: {
    /** those that a shopper can use */ methods: string[];
    pixName: string;
    pixMinutes: number;
    /** what Pix takes off the goods; missing: nothing */ pixPercent?: number | undefined;
    /** of cards, where they are not the usual ones */ installments?: Tenant['payment']['installments'];
    /** its provider takes a card's payment in one piece only */ isWhole?: true | undefined;
  };
  /** what it asks of an address beside the usual */
  addressForm?: Form | undefined;
  /** what it asks of a person beside the usual */
  personalForm?: Form | undefined;
  /** who else signs people in here; left out where nobody does */
  sso?: SsoWay[] | undefined;
  sandbox: boolean;
  /** address of a map's style with streets, where there is one */
  mapStyle?: string | undefined;
}
export interface SsoWay {
  id: string;
  label: string;
  /** address of its picture */
  icon?: string | undefined;
}

/** Where a tenant's picture is served. Names are file names; what already is an address stays as it is. */
export const mediaAddress = (client: string, name: string): string =>
  /^(?:https?:)?\//.test(name) ? name : `/media/${client}/${encodeURIComponent(name)}`;

/** The public part of a tenant's settings. */
export function tenantView(settings: Tenant, sandbox: boolean, mapStyle?: string): TenantView {
  const { client, partner, theme, logo, marketplaces, legal, help, payment, flags } = settings;
  const at = (name: string) => mediaAddress(client, name);
  const sso = waysOf(settings, sandbox);
  const isIntranet = marketplaces.every((store) => store.intranet);
  return {
    client,
    name: partner.name,
    partner: partner.name,
    intranet: isIntranet,
    asksStore: isIntranet && marketplaces.length > 1 ? true : undefined,
    hideTitleSuffix: partner.hideTitleSuffix,
    guestOrders: flags.guestOrders,
    displayFont: theme.displayFont,
    palette: theme.palette,
    logo: { mark: at(logo.mark), markDark: at(logo.markDark) },
    legal,
    help,
    payment: {
      // A card is typed into its provider's page, which only the sandbox's has.
      methods: payment.methods.filter((type) =>
        hasScreen({ type, field: sandbox && !payment.card ? 'sandbox' : undefined }),
      ),
      pixName: payment.pix.name,
      pixMinutes: payment.pix.minutes,
      pixPercent: payment.terms?.PIX?.discountPercent,
      installments: payment.installments,
      isWhole: payment.card ? true : undefined,
    },
    addressForm: marketplaces[0]?.defaultForms.addressForm,
    personalForm: marketplaces[0]?.defaultForms.personalForm,
    ...(sso.length > 0 && {
      sso: sso.map(({ id, label, icon }) => ({ id, label, icon: icon === undefined ? icon : at(icon) })),
    }),
    sandbox,
    mapStyle,
  };
}

import * as v from 'valibot';
import { Percent, Reais } from '#contract/reais.ts';
import { Form, Palette } from '#contract/place.ts';
import { Colour, Latitude, Longitude, Slug } from '#contract/scalars.ts';
import { Filled, MediaName, Sealed } from './tenant-parts.ts';
import { TenantAddress } from './tenant-place.ts';

// The import format of a tenant: one folder of JSON files and pictures.
//   tenant.json          this file's `Tenant`
//   campaigns.json       TenantCampaign[]        (tenant-catalog.ts)
//   items/<slug>.json    TenantItem[] of the campaign of that slug, in the order of the shelf
//   hubs.json            TenantHub[]             (tenant-place.ts)
//   shipping.json        TenantShippingMethod[]
//   areas.json           TenantAreas (GeoJSON)
//   ceps.json            TenantCep[]             (may be missing)
//   coupons.json         TenantCoupon[]          (tenant-coupon.ts; may be missing)
//   roster.json          TenantRosterEntry[]     (tenant-roster.ts; company stores only)
//   documents/<collection>.json   {id: body}     (tenant-documents.ts)
//   media/               pictures named by the files above

/**
 * The square logo, in the light and the dark scheme; the partner's name stands beside it in the display font.
 */
export const TenantLogo = v.strictObject({ mark: MediaName, markDark: MediaName });

/** A store of the tenant. Source: D14, spec.md §3. */
export const TenantMarketplace = v.strictObject({
  slug: Slug,
  name: Filled,
  intranet: v.boolean(),
  latitude: Latitude,
  longitude: Longitude,
  authentication: v.strictObject({ ssoEnabled: v.boolean() }),
  route: v.strictObject({ name: Slug }),
  defaultForms: v.strictObject({ addressForm: v.optional(Form), personalForm: v.optional(Form) }),
});

/** The brand: `palette.shades` 0 to 9 in OKLCH from `brand`, which stays verbatim at 7. Source: look. */
export const TenantTheme = v.pipe(
  v.strictObject({
    brand: Colour,
    displayFont: v.picklist(['bricolage', 'fraunces', 'figtree']),
    palette: v.required(Palette, ['shades']),
  }),
  v.check(
    (theme) => theme.palette.shades[7]?.toUpperCase() === theme.brand.toUpperCase(),
    'A cor 7 dos tons é a cor da marca.',
  ),
);

const Sections = v.strictObject({
  version: Filled,
  sections: v.array(v.strictObject({ title: Filled, text: Filled })),
});

/** Who sells, as Decree 7.962/2013 asks to be shown. `fictional` is said on the screen. */
export const TenantLegal = v.strictObject({
  company: Filled,
  cnpj: v.pipe(v.string(), v.regex(/^\d{14}$/, 'Use os 14 números do CNPJ.')),
  fictional: v.boolean(),
  address: TenantAddress,
  email: v.pipe(v.string(), v.email()),
  phone: Filled,
  hours: Filled,
  terms: Sections,
  privacy: Sections,
});

/**
 * A service that knows the people of the tenant. A public client: the code flow with PKCE, no secret. Source:
 * D72, RFC 8252.
 */
export const TenantSso = v.strictObject({
  id: Slug,
  label: Filled,
  icon: v.optional(MediaName),
  /** As the provider writes it in its tokens. */
  issuer: v.pipe(v.string(), v.url()),
  clientId: Filled,
  scopes: v.optional(v.pipe(v.array(Filled), v.includes('openid', 'O escopo openid é necessário.')), [
    'openid',
    'profile',
  ]),
});

/**
 * What a way of paying gives and asks: percent of the goods after the other discounts, and the least it is
 * used for. Source: D38, D53.
 */
const PaymentTerm = v.strictObject({ discountPercent: v.optional(Percent), min: v.optional(Reais) });

/** `tenant.json`. */
export const Tenant = v.strictObject({
  /** Client name: the X-App of its hosts. */
  client: Slug,
  hosts: v.array(Filled),
  /** Takes the hosts that nobody else has. */
  default: v.boolean(),
  partner: v.strictObject({ name: Filled, hideTitleSuffix: v.boolean() }),
  theme: TenantTheme,
  logo: TenantLogo,
  marketplaces: v.pipe(v.array(TenantMarketplace), v.minLength(1)),
  legal: TenantLegal,
  help: v.strictObject({ label: Filled, message: Filled, phone: Filled, hours: Filled }),
  payment: v.strictObject({
    methods: v.pipe(
      v.array(v.picklist(['PIX', 'CREDIT_CARD', 'WALLET', 'FREE', 'BOLETO', 'CASH_ON_DELIVERY'])),
      v.minLength(1),
      // Known by name, and taken by nobody yet: docs/decisions, "Ways of paying".
      v.everyItem(
        (type) => type !== 'BOLETO',
        'BOLETO: a loja ainda não recebe por boleto. Tire-o da lista.',
      ),
      v.everyItem(
        (type) => type !== 'CASH_ON_DELIVERY',
        'CASH_ON_DELIVERY: um pedido só segue depois de pago, por isso não há pagamento na entrega. Tire-o da lista.',
      ),
    ),
    pix: v.strictObject({
      key: Filled,
      name: v.pipe(Filled, v.maxLength(25)),
      city: v.pipe(Filled, v.maxLength(15)),
      /** Life of a charge. Source: D57. */
      minutes: v.pipe(v.number(), v.integer(), v.minValue(15), v.maxValue(60)),
      /**
       * `acquirer`: each charge is made at the tenant's payment provider (a dynamic code); else a static code
       * of the key. Source: D56.
       */
      form: v.optional(v.picklist(['static', 'acquirer'])),
    }),
    /** Terms of single ways of paying; none of them: the full price, any amount. */
    terms: v.optional(v.strictObject({ PIX: v.optional(PaymentTerm), CREDIT_CARD: v.optional(PaymentTerm) })),
    /**
     * Who takes cards. Without it: the embedded acquirer in the sandbox, nobody elsewhere. Keys are sealed:
     * `npm run tenant:seal`.
     */
    card: v.optional(
      v.strictObject({
        provider: v.literal('stripe'),
        /** Every browser reads it: the other key is refused here. */
        publishableKey: v.pipe(
          v.string(),
          v.regex(/^pk_\w+$/, 'Use a chave que começa com pk_: esta aparece no navegador, a outra nunca.'),
        ),
        secretKey: Sealed,
        webhookSecret: Sealed,
        /** Another address of its API; the real one when it is not said. */
        api: v.optional(v.pipe(v.string(), v.url())),
        /** What stands in for its script in the sandbox; nowhere else is it looked at. */
        script: v.optional(v.pipe(v.string(), v.url())),
      }),
    ),
    /** Staff moves more than this by hand only when a second of them approves it; without it, alone. */
    secondPersonAbove: v.optional(Reais),
    /**
     * Wallets pay more than this of one order only after a code of the last half hour; without it, any sum. Source:
     * D10.
     */
    walletProofAbove: v.optional(Reais),
    /** Parcels. Only providers that can divide a payment use more than one. Source: D55. */
    installments: v.optional(
      v.strictObject({
        rate: v.pipe(v.number(), v.minValue(0), v.maxValue(20)),
        max: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(12)),
        free: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(12)),
        minimum: Reais,
      }),
    ),
  }),
  /** Single sign-on; a marketplace opens it with `authentication.ssoEnabled`. */
  sso: v.optional(v.pipe(v.array(TenantSso), v.maxLength(10)), []),
  flags: v.strictObject({
    /** Buying without an account. Source: D74. */
    guestOrders: v.boolean(),
    strictCpf: v.optional(v.boolean(), false),
  }),
});

export type Tenant = v.InferOutput<typeof Tenant>;
export type PaymentTerms = NonNullable<Tenant['payment']['terms']>;
export type TenantMarketplace = v.InferOutput<typeof TenantMarketplace>;
export type TenantTheme = v.InferOutput<typeof TenantTheme>;
export type TenantLegal = v.InferOutput<typeof TenantLegal>;

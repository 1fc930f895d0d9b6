import type { TenantCampaign, TenantItem } from '#contract/tenant/tenant-catalog.ts';
import type { TenantCoupon } from '#contract/tenant/tenant-coupon.ts';
import type { TenantDocuments } from '#contract/tenant/tenant-documents.ts';
import type {
  TenantAreas,
  TenantCep,
  TenantHub,
  TenantShippingMethod,
} from '#contract/tenant/tenant-place.ts';
import type { TenantRosterEntry } from '#contract/tenant/tenant-roster.ts';
import type { Tenant } from '#contract/tenant/tenant.ts';
import type { IconFolders, Screenshot } from '#domain/picture.ts';

/** A tenant's folder, read and validated. `items` follow the shelf's order, by campaign slug. */
export interface TenantData {
  readonly folder: string;
  readonly tenant: Tenant;
  readonly campaigns: readonly TenantCampaign[];
  readonly items: ReadonlyMap<string, readonly TenantItem[]>;
  readonly hubs: readonly TenantHub[];
  readonly shipping: readonly TenantShippingMethod[];
  readonly areas: TenantAreas;
  readonly ceps: readonly TenantCep[];
  readonly coupons?: readonly TenantCoupon[];
  /** People of a company's store; without the file, those that are loaded stay. */
  readonly roster?: readonly TenantRosterEntry[];
  readonly documents: TenantDocuments;
  /** Names of the files in `media/`. */
  readonly media: readonly string[];
  /** What is added to the addresses of photographs, by their names, once they were prepared. */
  readonly suffixes?: ReadonlyMap<string, string>;
  /** Where the files of its icon are, once they were drawn. */
  readonly icons?: IconFolders;
  /** Of the shop, with their sizes, once they were read. */
  readonly screenshots?: readonly Screenshot[];
}

/** What could be read of a folder: of a list with faults the entries without any. */
export interface ReadData extends Omit<TenantData, 'tenant' | 'documents'> {
  readonly tenant?: TenantData['tenant'] | undefined;
  readonly documents: Partial<TenantData['documents']>;
  /** Files with faults of their own: who names something in them may well be right. */
  readonly unfit: ReadonlySet<string>;
}

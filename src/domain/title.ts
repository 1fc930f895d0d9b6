/** The product's part of a page title. */
export const SUFFIX = 'Vitrine';

/**
 * Title of a page: `Carrinho | Feira | Vitrine`. Empty parts are left out; a partner may hide the product's.
 * Source: spec §2; docs, wire formats.
 */
export const pageTitle = ({
  route,
  partner,
  hideSuffix = false,
}: {
  route: string;
  partner?: string | undefined;
  hideSuffix?: boolean | undefined;
}): string =>
  [route, partner ?? '', hideSuffix ? '' : SUFFIX]
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' | ');

import { AsYouType, getCountries, getCountryCallingCode } from 'libphonenumber-js/min';

/**
 * Phones of other countries: their names, codes and shapes. Loaded where a number begins with a plus sign or the list
 * of countries is opened; a Brazilian number needs none of it. Source: E.164; decision 144.
 */

export interface Country {
  /** two letters, ISO 3166 */
  iso: string;
  /** in Portuguese */
  name: string;
  /** digits, without the plus sign */
  code: string;
}

/** All of them by name, Brazil first. */
export function countries(): Country[] {
  const names = new Intl.DisplayNames('pt-BR', { type: 'region' });
  const all = getCountries().map((iso) => ({
    iso,
    name: names.of(iso) ?? iso,
    code: getCountryCallingCode(iso),
  }));
  const order = new Intl.Collator('pt-BR');
  return all.toSorted(
    (a, b) => Number(b.iso === 'BR') - Number(a.iso === 'BR') || order.compare(a.name, b.name),
  );
}

/** What stands for a number in international form, also while it is typed: `+351 912 345 678`. */
export const formatAbroad = (text: string): string => new AsYouType().input(text);

/** The country that a number in international form is of, as far as its digits tell. */
export interface NumberCountry {
  code: string;
  /** null while several countries share the code, and no digit tells them apart yet */
  iso: string | null;
}
/** Null while the digits name none. */
export function countryOf(text: string): NumberCountry | null {
  const typed = new AsYouType();
  typed.input(text);
  const code = typed.getCallingCode();
  if (code === undefined) return null;
  const [only, other] = getCountries().filter((iso) => getCountryCallingCode(iso) === code);
  return { code, iso: typed.getCountry() ?? (other ? null : (only ?? null)) };
}

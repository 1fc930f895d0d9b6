/** The country of a phone, as the wire has it. */
interface PhoneCountry {
  phoneCountryCode?: string;
  phoneCountryIsoCode?: string;
}

/**
 * Of a number abroad it comes late, with what knows all countries; where that does not come the number says its code
 * itself. @param phone E.164
 */
export async function phoneCountry(phone: string): Promise<PhoneCountry> {
  if (phone.startsWith('+55')) return { phoneCountryCode: '55', phoneCountryIsoCode: 'BR' };
  try {
    const { countryOf } = await import('#domain/person/countries.ts');
    const country = countryOf(phone);
    if (!country) return {};
    const { code: phoneCountryCode, iso } = country;
    return iso === null ? { phoneCountryCode } : { phoneCountryCode, phoneCountryIsoCode: iso };
  } catch {
    return {};
  }
}

import * as v from 'valibot';
import { normalisePhone } from './phone.ts';

/** The country of a phone, told beside it: `55` or `+55`, and `BR`. */
export const country = {
  phoneCountryCode: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\+?[1-9]\d{0,2}$/, 'Confira o código do país.'),
      v.transform((text) => text.replace('+', '')),
    ),
  ),
  phoneCountryIsoCode: v.optional(
    v.pipe(v.string(), v.toUpperCase(), v.regex(/^[A-Z]{2}$/, 'Use as duas letras do país.')),
  ),
};
interface PhoneParts {
  phone?: string | undefined;
  phoneCountryCode?: string | undefined;
  phoneCountryIsoCode?: string | undefined;
}
/**
 * A national number is one of the country that is named, of Brazil when none is; a country that is not the
 * number's is refused.
 */
export const inItsCountry = <T extends PhoneParts>() =>
  v.rawTransform<T, T>(({ dataset: { value }, addIssue, NEVER }) => {
    const { phone, phoneCountryCode: code = '55', phoneCountryIsoCode: iso } = value;
    if (phone === undefined) return value;
    const whole = normalisePhone(phone, code);
    const isOther = {
      phoneCountryCode: value.phoneCountryCode !== undefined && !whole?.startsWith(`+${code}`),
      phoneCountryIsoCode: iso !== undefined && (iso === 'BR') !== whole?.startsWith('+55'),
    };
    const wrong =
      whole === null
        ? 'phone'
        : isOther.phoneCountryCode
          ? 'phoneCountryCode'
          : isOther.phoneCountryIsoCode
            ? 'phoneCountryIsoCode'
            : null;
    if (wrong === null) return { ...value, phone: whole ?? phone };
    addIssue({
      message: wrong === 'phone' ? 'Confira o número do celular com DDD.' : 'Este não é o país do número.',
      path: [
        {
          type: 'object',
          origin: 'value',
          input: Object.fromEntries(Object.entries(value)),
          key: wrong,
          value: value[wrong],
        },
      ],
    });
    return NEVER;
  });

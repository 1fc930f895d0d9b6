import type * as World from '#domain/person/countries.ts';
import { IconChevronDown } from '@tabler/icons-react';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { MaskedField } from '#components/form/masked-field.tsx';
import styles from './phone-field.module.css';
import { SelectField } from '#components/form/select-field.tsx';

type Countries = typeof World;
let world: Countries | null = null;

/** What knows the other countries, once it is needed and there; without a network the number is typed as it is. */
function useWorld(isNeeded: boolean): Countries | null {
  const [here, setHere] = useState(world);
  useEffect(() => {
    if (!isNeeded || here) return;
    let isGone = false;
    import('#domain/person/countries.ts').then(
      (loaded) => {
        world = loaded;
        if (!isGone) setHere(loaded);
      },
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [isNeeded, here]);
  return here;
}

/**
 * A phone: Brazilian digits with their mask, or a number of another country with its plus sign, typed so or by its
 * country, which is chosen below.
 */
export function PhoneField(props: Omit<ComponentProps<typeof MaskedField>, 'mask' | 'format' | 'after'>) {
  const { name, value, onChange, disabled } = props;
  const box = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const isAbroad = value.startsWith('+');
  const known = useWorld(isOpen || isAbroad);
  const country = isAbroad ? (known?.countryOf(value) ?? null) : { iso: 'BR', code: '55' };
  const short = country ? `${country.iso ?? ''} +${country.code}`.trim() : '+…';
  const choose = (iso: string) => {
    const { code = '55' } = known?.countries().find((one) => one.iso === iso) ?? {};
    setOpen(false);
    onChange(code === '55' ? '' : `+${code}`);
    box.current?.querySelector('input')?.focus();
  };
  return (
    <div ref={box} className={styles.phone}>
      <MaskedField
        {...props}
        mask="phone"
        format={known?.formatAbroad}
        after={
          <button
            type="button"
            className={styles.country}
            aria-expanded={isOpen}
            aria-label={`País do celular: ${short}`}
            disabled={disabled}
            onClick={() => setOpen(!isOpen)}
          >
            {short}
            <IconChevronDown size={18} aria-hidden="true" />
          </button>
        }
      />
      {isOpen && known ? (
        <SelectField
          name={`${name}-country`}
          label="País do celular"
          value={country?.iso ?? ''}
          options={known.countries().map(({ iso, name: called, code }) => ({
            value: iso,
            label: `${called} +${code}`,
          }))}
          onChange={choose}
        />
      ) : null}
      {isOpen && !known ? (
        <p role="status" className={styles.waiting}>
          Buscando os países. Você também pode digitar o número com + e o código do país.
        </p>
      ) : null}
    </div>
  );
}

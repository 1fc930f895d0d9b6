import { useFlow } from '#client/flow-hooks.ts';
import { useForm } from '#client/forms/form.ts';
import type { AddressBookView } from '#client/shop/place/address-book.ts';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { ChoiceGroup, ChoiceRow } from '#components/form/choice-row.tsx';
import { IconButton } from '#components/form/icon-button.tsx';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { ListRow } from '#components/layout/list-row.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { MOST_ADDRESSES } from '#domain/place/address-book.ts';
import { IconBuilding, IconDots, IconHome, IconMapPin, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import * as v from 'valibot';
import type { KnownAddress } from './address-words.ts';
import styles from './own-addresses.module.css';

const icons = {
  HOME: <IconHome size={24} />,
  WORK: <IconBuilding size={24} />,
  OTHER: <IconMapPin size={24} />,
};
const CHOOSE = 'Escolha um endereço acima.';

interface Props extends AddressBookView {
  known: readonly KnownAddress[];
  /** another way to say where one is */
  children: ReactNode;
}

/** One's addresses to choose from, each of the account with its options, and one more. */
export function OwnAddresses({ known, state, send, children }: Props) {
  const flow = useFlow('address');
  const schema = useMemo(
    () =>
      v.object({
        address: v.picklist(
          known.map(({ id }) => id),
          CHOOSE,
        ),
      }),
    [known],
  );
  const form = useForm<{ address: string }, { address: string }>({
    schema,
    initial: () => ({ address: known.find(({ isCurrent }) => isCurrent)?.id ?? '' }),
    onSubmit: ({ address: chosen }) => {
      const address = known.find(({ id }) => id === chosen)?.address;
      if (address) flow.send({ type: 'address.chosen', address });
    },
  });
  const { name, value: chosen, onChange: choose } = form.field('address');
  const isChosen = known.some(({ id }) => id === chosen);
  return (
    <Stack gap={4} as="form" {...form.props}>
      <div>
        <ChoiceGroup legend="Seus endereços" legendHidden>
          {known.map(({ id, address, title, detail, kind, isSaved }) => (
            <div key={id} className={styles['row']}>
              <ChoiceRow
                name={name}
                value={id}
                checked={id === chosen}
                onChoose={choose}
                title={title}
                detail={detail}
                end={icons[kind]}
              />
              {isSaved ? (
                <IconButton
                  label={`Opções de ${title}`}
                  icon={<IconDots size={24} aria-hidden="true" />}
                  onClick={() => send({ type: 'options.requested', address })}
                />
              ) : null}
            </div>
          ))}
        </ChoiceGroup>
        {children}
        <ListRow
          tone="brand"
          icon={<IconPlus size={24} />}
          title="Adicionar endereço"
          onClick={() => send({ type: 'addition.requested' })}
        />
      </div>
      {state.matches('full') ? (
        <RefusalNote
          text={`Sua conta já guarda ${MOST_ADDRESSES} endereços, o máximo. Exclua um que você não usa mais para guardar outro.`}
          remedy={{
            label: 'Usar um lugar sem guardar',
            onClick: () => send({ type: 'unsaved.requested' }),
          }}
        />
      ) : null}
      <SubmitButton reason={isChosen ? null : CHOOSE}>Usar este endereço</SubmitButton>
    </Stack>
  );
}

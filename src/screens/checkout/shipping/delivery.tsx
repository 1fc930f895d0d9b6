import { useFlow, useFlowState } from '#client/flow-hooks.ts';
import { useTenant } from '#client/hooks.ts';
import { useLinkTo } from '#client/links.ts';
import { AddressCard } from '#components/place/address-card.tsx';
import { Button } from '#components/form/button.tsx';
import { Card } from '#components/layout/card.tsx';
import { ChoiceGroup, ChoiceRow } from '#components/form/choice-row.tsx';
import { EmptyState } from '#components/feedback/empty-state.tsx';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { TextLink } from '#components/layout/text-link.tsx';
import { formatAddressLine, isAddressIncomplete } from '#domain/place/address.ts';
import { addedText, addressFields } from '#domain/place/address-form.ts';
import { useMemo } from 'react';
import { choiceOf, keyOf, optionPriceText, optionsOf, whenText } from './shipping-words.ts';
import { When } from './when.tsx';

const warnings = { AREA: 'Fora da área de entrega', FORM: 'Falta um dado', ADDRESS: undefined };
const kinds = { HOME: 'Casa', WORK: 'Trabalho', OTHER: null };

interface Props {
  canPickUp: boolean;
  onPickup: () => void;
}

/** Where to, in which way, and when. */
export function Delivery({ canPickUp, onPickup }: Props) {
  const linkTo = useLinkTo();
  const { addressForm } = useTenant();
  const location = useFlowState('checkout', (s) => s.context.draft.location);
  const refusal = useFlowState('checkout', (s) => s.context.quote?.refusal ?? null);
  const elsewhere = linkTo('address.location');
  if (!location?.postalCode || !location.address)
    return (
      <Card as="section">
        <EmptyState
          drawing="place"
          title="Para onde enviamos?"
          text="Com o endereço você vê o dia, a hora e o valor da entrega."
          action={
            <Button kind="soft" link={elsewhere}>
              Informar endereço
            </Button>
          }
        />
      </Card>
    );
  const lead = location.alias ?? kinds[location.addressType ?? 'OTHER'];
  const [street, rest] = [
    formatAddressLine({ ...location, complement: undefined }),
    // Out of the area it is the town that says why.
    [
      location.complement,
      location.neighborhood,
      refusal === 'AREA' ? location.city : null,
      addedText(location, addressFields(addressForm)),
    ]
      .filter(Boolean)
      .join(', '),
  ];
  const lacksNumber = isAddressIncomplete(location) && location.hasNumber !== false && !location.streetNumber;
  const isLost = refusal === 'ADDRESS' && !lacksNumber;
  return (
    <>
      <AddressCard
        title={lead ? `${lead} · ${street}` : street}
        detail={rest || location.city}
        action={
          <TextLink link={elsewhere} label="Alterar endereço">
            Alterar
          </TextLink>
        }
        warning={lacksNumber ? 'Falta o número' : refusal ? warnings[refusal] : undefined}
      />
      {lacksNumber ? (
        <RefusalNote
          text="Diga o número para vermos os horários de entrega."
          remedy={{ label: 'Informar número', link: linkTo('address.number') }}
        />
      ) : null}
      {refusal === 'FORM' ? (
        <RefusalNote
          text="Esta loja pede mais um dado do seu endereço para entregar."
          remedy={{ label: 'Completar endereço', link: linkTo('address.number') }}
        />
      ) : null}
      {isLost ? (
        <RefusalNote
          text="Não achamos esse CEP no mapa. Confira o CEP ou escolha outro endereço."
          remedy={{ label: 'Trocar endereço', link: elsewhere }}
        />
      ) : null}
      {refusal === 'AREA' ? (
        <RefusalNote
          text={
            canPickUp
              ? 'Ainda não entregamos neste endereço. Você pode retirar, ou usar outro.'
              : 'Ainda não entregamos neste endereço. Tente outro.'
          }
          remedy={
            canPickUp
              ? { label: 'Retirar', onClick: onPickup }
              : { label: 'Trocar endereço', link: elsewhere }
          }
        />
      ) : null}
      <Ways />
    </>
  );
}

/** The ways of delivering; with one way there is nothing to choose but its hour. */
function Ways() {
  const checkout = useFlow('checkout');
  const quote = useFlowState('checkout', (s) => s.context.quote);
  const choice = useFlowState('checkout', (s) => s.context.draft.shippingMethod);
  const options = useMemo(() => optionsOf(quote, 'delivery'), [quote]);
  const [first, ...others] = options;
  const chosen =
    options.find((option) => choice && keyOf(option) === keyOf(choice)) ??
    (others.length === 0 || !choice ? first : undefined);
  if (!first) return null;
  return (
    <>
      {others.length > 0 || !first.windows?.length ? (
        <Card as="section" pad={false}>
          <ChoiceGroup legend="Tipo de entrega" legendHidden>
            {options.map((option) => (
              <ChoiceRow
                key={keyOf(option)}
                name="way"
                value={keyOf(option)}
                checked={
                  choice
                    ? keyOf(option) === keyOf(choice)
                    : option === chosen && Boolean(option.windows?.length)
                }
                onChoose={() => checkout.send({ type: 'shipping.chosen', choice: choiceOf(option) })}
                title={option.name}
                detail={
                  option.windows?.length
                    ? 'Escolha o dia e a hora'
                    : (whenText(option, choiceOf(option)) ?? undefined)
                }
                end={optionPriceText(option)}
              />
            ))}
          </ChoiceGroup>
        </Card>
      ) : null}
      {chosen?.windows?.length ? <When key={keyOf(chosen)} option={chosen} /> : null}
    </>
  );
}

import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { Skeleton } from '#components/feedback/skeleton.tsx';
import { later } from '#components/layout/later.tsx';
import { ListRow, RowList } from '#components/layout/list-row.tsx';
import { Text } from '#components/layout/text.tsx';
import type { Quote, QuoteOption } from '#contract/cart.ts';
import { inCents } from '#contract/money.ts';
import { formatReais } from '#domain/money/money.ts';
import type { FreightSubject } from '#machines/address/freight.machine.ts';
import type { Point } from '#domain/place/point.ts';
import type { ComponentProps, ReactNode } from 'react';
import { useNow } from '#client/hooks.ts';
import { useGo, useLinkTo } from '#client/links.ts';
import { useNoAnswer } from '#client/no-answer.ts';
import type { FreightForm } from './freight-form.tsx';
import { FreightBox } from './freight-box.tsx';
import { useFreight } from './freight-state.ts';
import styles from './freight.module.css';
import { Hurry } from '../campaign/hurry.tsx';
import { PlaceRow } from './place-row.tsx';
import { deliveriesToSay, firstPriceText, firstText } from '../cart/quote-words.ts';

/** Brings the library of forms, which who has said where they are does not need. */
const LateForm = later<ComponentProps<typeof FreightForm>>(
  'client/shop/place/freight-form.tsx',
  async () => (await import('./freight-form.tsx')).FreightForm,
  null,
  { afterwards: true },
);

interface Props {
  subject: FreightSubject;
  /** what can be done besides, where nothing is brought to a point */
  outside?: (point: Point) => ReactNode;
}

/** What it costs to have something brought, and when the first of it could come; asks for the place in its place. */
export function Freight({ subject, outside }: Props) {
  const linkTo = useLinkTo();
  const go = useGo();
  const noAnswer = useNoAnswer();
  const { state, send, told } = useFreight(subject);
  if (state.hasTag('editable'))
    return (
      <FreightBox>
        <div className={styles.words}>
          <LateForm
            isBusy={state.hasTag('busy')}
            problem={state.hasTag('unknown') ? 'unknown' : state.hasTag('silent') ? 'silent' : null}
            onEdit={() => send({ type: 'answer.edited' })}
            onSubmit={(postalCode) => send({ type: 'postalCode.submitted', postalCode })}
          />
        </div>
      </FreightBox>
    );
  const { found, place } = state.context;
  const isSilent = state.hasTag('offline') || state.hasTag('failed');
  return (
    <FreightBox>
      <PlaceRow
        typed={found}
        {...(found && state.matches('outside') ? { onChange: () => send({ type: 'code.reopened' }) } : {})}
      />
      {state.matches('unplaced') ? (
        <div className={styles.words}>
          <RefusalNote
            text="Não achamos este lugar no mapa. Com o endereço completo dizemos o frete."
            remedy={{ label: 'Informar o endereço', link: linkTo('address.location') }}
          />
        </div>
      ) : state.matches('fetched') ? (
        <div className={styles.words}>
          <Text tone="soft">Esta campanha é só de retirada: não há frete.</Text>
        </div>
      ) : state.matches('outside') ? (
        <div className={styles.words}>
          <RefusalNote
            text={
              told?.quote.options.length
                ? 'Ainda não entregamos neste lugar. Você pode retirar num dos pontos abaixo.'
                : 'Ainda não entregamos neste lugar.'
            }
            remedy={{
              label: 'Ver o que chega aí',
              onClick: () => {
                send({ type: 'place.accepted' });
                go('app.newHome');
              },
            }}
          />
          {place?.point ? outside?.(place.point) : null}
        </div>
      ) : isSilent ? (
        <div className={styles.words}>
          <RefusalNote
            text={
              state.hasTag('offline')
                ? noAnswer.say('O frete aparece quando ela voltar.', 'O frete não veio.')
                : 'Não conseguimos calcular o frete. Foi um problema nosso.'
            }
            remedy={{ label: 'Tentar de novo', onClick: () => send({ type: 'load.retried' }) }}
          />
        </div>
      ) : told ? (
        <Ways quote={told.quote} />
      ) : (
        <div className={styles.words} aria-busy="true">
          <Skeleton height="3rem" />
          <Skeleton height="3rem" />
        </div>
      )}
    </FreightBox>
  );
}

/** The cheapest way and the soonest, with what they cost. */
function Ways({ quote }: { quote: Quote }) {
  const now = useNow(15_000);
  const ways = deliveriesToSay(quote.options, now);
  return (
    <>
      <RowList label="Frete">
        {ways.map((way) => (
          <ListRow
            key={way.id}
            title={way.name}
            detail={firstText(way, now)}
            end={firstPriceText(way)}
            height={56}
          />
        ))}
      </RowList>
      <div className={styles.words}>
        <Hurry options={quote.options} />
        <FreeAbove ways={ways} />
      </div>
    </>
  );
}

/** From which sum on it costs nothing: of the first way that says one. */
function FreeAbove({ ways }: { ways: readonly QuoteOption[] }) {
  const way = ways.find(({ freeAbove }) => freeAbove !== undefined);
  return way?.freeAbove === undefined ? null : (
    <Text size={13} tone="quiet">
      {`${way.name} grátis a partir de ${formatReais(inCents(way.freeAbove))}.`}
    </Text>
  );
}

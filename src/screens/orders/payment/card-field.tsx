import { useFlowState } from '#client/flow-hooks.ts';
import { Field } from '#components/form/field.tsx';
import { LiveText } from '#components/layout/live-text.tsx';
import type { CardCharge } from '#contract/payment/card.ts';
import styles from './card-field.module.css';
import { wrongText } from './card-words.ts';

/** As high as the sandbox's field with nothing wrong in it, in px. */
export const FIELD = 260;

/**
 * Where the number is typed: the provider's page in a frame, or a place of the nonce's name in which its script puts
 * its own frame. No letter of it is in this page.
 */
export function CardField({
  provider,
  isAsked,
}: {
  provider: CardCharge['provider'];
  /** the bank's question stands in the field */
  isAsked: boolean;
}) {
  const nonce = useFlowState('card', (s) => s.context.nonce);
  const height = useFlowState('card', (s) => s.context.height);
  const isSaved = useFlowState('card', (s) => s.context.isSaved);
  const wrong = useFlowState('card', (s) => (s.matches({ paying: 'refused' }) ? s.context.wrong : null));
  if (provider.publishableKey === undefined)
    return (
      <iframe
        key={nonce}
        className={styles.framed}
        title="Dados do cartão"
        src={`${provider.field ?? ''}#${nonce}`}
        sandbox="allow-scripts allow-forms allow-same-origin"
        referrerPolicy="strict-origin"
        height={Math.max(height, isAsked || isSaved ? 0 : FIELD)}
      />
    );
  return (
    <div key={nonce} className={styles.made}>
      <Field
        name={nonce}
        label={isSaved ? 'Código de segurança do cartão escolhido' : 'Número, validade e código do cartão'}
        error={wrong === null ? null : wrongText(wrong)}
      >
        <div id={`field-${nonce}`} className={styles.place} />
      </Field>
      <LiveText>{wrong === null ? '' : wrongText(wrong)}</LiveText>
    </div>
  );
}

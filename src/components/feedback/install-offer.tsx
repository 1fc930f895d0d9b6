import { Button } from '#components/form/button.tsx';
import { useId } from 'react';
import styles from './install-offer.module.css';

/** A dialog of the document store, as far as it is shown. */
export interface OfferWords {
  title: string;
  text: string;
  buttons: readonly { text: string; event: string; variant: 'primary' | 'secondary' }[];
}
interface Props {
  words: OfferWords;
  /** A link that stands before the buttons. */
  out: { text: string; href: string } | null;
  /** @param event the name that the button has */
  onPress: (event: string) => void;
}

/** Lies over the foot of the page and hinders nothing behind it. */
export function InstallOffer({ words, out, onPress }: Props) {
  const id = useId();
  return (
    <section role="dialog" aria-labelledby={id} className={styles.offer} data-above-bars data-install-offer>
      <h2 id={id} className={styles.title}>
        {words.title}
      </h2>
      <p className={styles.text}>{words.text}</p>
      <div className={styles.buttons}>
        {out ? (
          <Button width="auto" link={{ href: out.href }}>
            {out.text}
          </Button>
        ) : null}
        {words.buttons.map(({ text, event, variant }) => (
          <Button
            key={event}
            width="auto"
            kind={variant === 'primary' ? 'primary' : 'soft'}
            onClick={() => onPress(event)}
          >
            {text}
          </Button>
        ))}
      </div>
    </section>
  );
}

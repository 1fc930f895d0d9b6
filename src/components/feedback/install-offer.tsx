import { Button } from '#components/form/button.tsx';
import { classNames } from '#components/form/class-names.ts';
import { Row, Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { useId } from 'react';
import styles from './help-offer.module.css';

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

/** Lies over the foot of the page, which has room for it below its end. */
export function InstallOffer({ words, out, onPress }: Props) {
  const id = useId();
  return (
    <section
      role="dialog"
      aria-labelledby={id}
      className={classNames(styles.offer, styles.wide)}
      data-above-bars
      data-install-offer
    >
      <Stack gap={3}>
        <Stack gap={1}>
          <h2 id={id}>
            <Text as="span" weight={600}>
              {words.title}
            </Text>
          </h2>
          <Text tone="soft">{words.text}</Text>
        </Stack>
        <Row gap={2} wrap>
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
        </Row>
      </Stack>
    </section>
  );
}

import { Button } from '#components/form/button.tsx';
import type { Pressable } from '#components/form/link.ts';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { classNames } from '#components/form/class-names.ts';
import { Row, Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { useId } from 'react';
import styles from './help-offer.module.css';

/** What the store asks, in the shape of a dialog of the document store. */
export interface OfferWords {
  title: string;
  text: string;
  buttons: readonly { text: string; event: string; variant: 'primary' | 'secondary' }[];
}
interface Props {
  words: OfferWords;
  /** A link: after the buttons, or before them as what is to be pressed where none of them is primary. */
  out: { text: string; link: NonNullable<Pressable['link']> } | null;
  /** Why the last answer was not taken. */
  problem?: string | null;
  /** @param event the name that the button has */
  onPress: (event: string) => void;
}

/** Lies over the foot of the page, which has room for it below its end. */
export function StoreOffer({ words, out, problem = null, onPress }: Props) {
  const id = useId();
  const hasPrimary = words.buttons.some(({ variant }) => variant === 'primary');
  const link = out ? (
    <Button width="auto" kind={hasPrimary ? 'ghost' : 'primary'} link={out.link}>
      {out.text}
    </Button>
  ) : null;
  return (
    <section
      role="dialog"
      aria-labelledby={id}
      className={classNames(styles.offer, styles.wide)}
      data-above-bars
      data-offer
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
        {problem === null ? null : <RefusalNote tone="bad" text={problem} />}
        <Row gap={2} wrap>
          {hasPrimary ? null : link}
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
          {hasPrimary ? link : null}
        </Row>
      </Stack>
    </section>
  );
}

import type { BookActor } from '../history.ts';
import { placeOf, screenAt } from './screen.ts';
import { type CopyText, copyKinds, isTooLong, lettersOf } from './text.ts';
import styles from './copy.module.css';

/** How long a text is, and how long it may be; more is said in red and in words. */
export function Length({ text, kind }: Pick<CopyText, 'text' | 'kind'>) {
  const { limit } = copyKinds[kind];
  const letters = lettersOf(text);
  return (
    <span className={isTooLong(text, kind) ? styles.fault : undefined}>
      {limit === null ? `${letters} letras` : `${letters} de ${limit} letras`}
      {isTooLong(text, kind) && <strong>: longo demais</strong>}
    </span>
  );
}

/** Where a text stands: its screen, with the way to its state, and its line. */
export function Where({ book, text: { screen, file, line } }: { book: BookActor; text: CopyText }) {
  const row = screenAt(screen);
  return (
    <p className={styles.where}>
      {screen !== null && row !== null && (
        <>
          <button
            type="button"
            onClick={() => {
              const { chart, state } = placeOf(screen);
              book.send({ type: 'chart.requested', chart, state });
            }}
          >
            {row.title}, {row.path}
          </button>{' '}
        </>
      )}
      <code>
        {file}:{line}
      </code>
    </p>
  );
}

interface Props {
  book: BookActor;
  text: CopyText;
  /** of its screen; undefined where there is none */
  picture: string | undefined;
}

/** A text with what is known of it. */
export function CopyItem({ book, text, picture }: Props) {
  return (
    <li className={styles.item} data-red={isTooLong(text.text, text.kind) || undefined}>
      {picture !== undefined && <img src={picture} alt="" width={390} height={844} loading="lazy" />}
      <div>
        <p className={styles.text}>{text.text}</p>
        <p className={styles.quiet}>
          {copyKinds[text.kind].word} · <Length {...text} />
        </p>
        <Where book={book} text={text} />
      </div>
    </li>
  );
}

import { Button } from '@mantine/core';
import { type ChangeEvent, useEffect, useMemo, useState } from 'react';
import { BASE } from '../address.ts';
import { type ChangeKind, type ChartChange, changesBetween } from '../changes.ts';
import type { ChartFacts } from '../facts.ts';
import { type Former, builtFormer, chartsIn } from '../former.ts';
import { type BookActor, pageNames } from '../history.ts';
import { ComparedBoards } from '../paths/compared-boards.tsx';
import { saveAs } from '../save.ts';
import styles from './changes-view.module.css';

interface Props {
  book: BookActor;
  charts: readonly ChartFacts[];
}

/** Said as well as coloured. */
const signs: Readonly<Record<ChangeKind, { sign: string; word: string }>> = {
  added: { sign: '+', word: 'Novo' },
  removed: { sign: '−', word: 'Fora' },
  changed: { sign: '~', word: 'Diferente' },
};
/** Names stand between backticks, as in a text of Markdown. */
const withNames = (text: string) =>
  text.split('`').map((part, at) => (at % 2 === 1 ? <code key={part + String(at)}>{part}</code> : part));

function OfChart({
  book,
  change: { chart, kind, about, changes },
}: {
  book: BookActor;
  change: ChartChange;
}) {
  const rows = about === undefined ? changes : [{ kind, text: about }];
  return (
    <section aria-label={chart}>
      <h3 className={styles.chart}>
        {kind === 'removed' ? (
          chart
        ) : (
          <button type="button" onClick={() => book.send({ type: 'chart.requested', chart, state: '' })}>
            {chart}
          </button>
        )}
      </h3>
      <ul className={styles.changes}>
        {rows.map(({ at, text, ...one }) => (
          <li key={text} data-kind={one.kind}>
            <span aria-hidden className={styles.sign}>
              {signs[one.kind].sign}
            </span>
            <span className={styles.hidden}>{signs[one.kind].word}: </span>
            <span>{withNames(text)}</span>
            {at ? (
              <button type="button" onClick={() => book.send({ type: 'chart.requested', chart, state: at })}>
                Ver<span className={styles.hidden}> {at}</span>
              </button>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What changed in the charts since another revision: the one of the build, or of a file. */
export function ChangesView({ book, charts }: Props) {
  const [former, setFormer] = useState<Former | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  useEffect(() => {
    let isGone = false;
    builtFormer(BASE).then(
      (built) => isGone || setFormer((chosen) => chosen ?? built),
      // Without an answer it is a file that is asked for, as where there is none.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, []);
  const changes = useMemo(() => former && changesBetween(former.charts, charts), [former, charts]);
  const open = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    if (!file) return;
    const known = chartsIn(await file.text());
    setFault(
      known ? null : `“${file.name}” não tem gráficos: é um charts.json deste livro que se abre aqui.`,
    );
    if (known) setFormer({ since: file.name, charts: known });
  };
  return (
    <main className={styles.view}>
      <h2 className={styles.name}>{pageNames.changes}</h2>
      <p className={styles.quiet}>
        Compara os gráficos de agora com os de outra revisão: os do arquivo docs/charts/charts.json dela, ou
        os que alguém guardou daqui.
      </p>
      <div className={styles.tools}>
        <label className={styles.file}>
          Abrir gráficos de antes
          <input type="file" accept="application/json,.json" onChange={(event) => void open(event)} />
        </label>
        <Button
          variant="default"
          onClick={() =>
            saveAs('charts.json', new Blob([JSON.stringify(charts)], { type: 'application/json' }))
          }
        >
          Guardar os de agora
        </Button>
      </div>
      {fault === null ? null : (
        <p role="alert" className={styles.fault}>
          {fault}
        </p>
      )}
      {former && changes ? (
        <>
          <p role="status">
            {changes.length === 0
              ? `Nada mudou desde ${former.since}.`
              : `Desde ${former.since} ${changes.length === 1 ? 'mudou 1 gráfico' : `mudaram ${changes.length} gráficos`}.`}
          </p>
          {changes.map((change) => (
            <OfChart key={change.chart} book={book} change={change} />
          ))}
        </>
      ) : null}
      <ComparedBoards book={book} />
    </main>
  );
}

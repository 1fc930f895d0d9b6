import { Button, NativeSelect } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { Fragment, useEffect, useState } from 'react';
import type { PathsPlace } from '#machines/book/book.machine.ts';
import type { ChartFacts } from '../facts.ts';
import { type BookActor, pageNames } from '../history.ts';
import { callWords, eventWords } from '../words/event-words.ts';
import { CodeName } from '../parts/happens.tsx';
import {
  type FaultLanding,
  type FaultMatrix,
  type FaultName,
  type FaultRow,
  faultNames,
  faultWords,
} from './fault-matrix.ts';
import { faultMatrix } from './load.ts';
import styles from './faults-view.module.css';

interface Props {
  book: BookActor;
  charts: readonly ChartFacts[];
}
const wordsOf = new Map<string, string>(faultWords);
const listed = (words: readonly string[]) => new Intl.ListFormat('pt-BR').format(words);
const faultsSaid = (faults: readonly FaultName[]) =>
  faults.length === faultNames.length
    ? 'qualquer falha'
    : listed(faults.map((one) => wordsOf.get(one) ?? one));

/** What leads back to the call, or how the chart goes on without it. */
function Back({ landing: { back }, without }: { landing: FaultLanding; without: string | undefined }) {
  if (back === null) return <>segue sem isso: {without}</>;
  if (back.length === 0) return <>o fluxo termina</>;
  return (
    <>
      volta por{' '}
      {back.map((way, index) => (
        <Fragment key={way.join()}>
          {index > 0 && (index === back.length - 1 ? ' ou ' : ', ')}
          <span>{way.map(eventWords).join(' › ')}</span>
        </Fragment>
      ))}
    </>
  );
}

/** A call and where its failures lead: all of them, or the one that is looked for. */
function Row({
  book,
  chart,
  row,
  fault,
}: {
  book: BookActor;
  chart: ChartFacts;
  row: FaultRow;
  fault: string;
}) {
  const shown = row.landings.filter(({ faults }) => fault === '' || faults.some((one) => one === fault));
  const open = (state: string) => book.send({ type: 'chart.requested', chart: chart.id, state });
  const said = (path: string) => chart.states.find((state) => state.path === path)?.description ?? '';
  return (
    <>
      {shown.map((landing, index) => (
        <tr key={landing.faults.join()}>
          {index === 0 && (
            <th scope="rowgroup" rowSpan={shown.length}>
              <strong>{callWords(row.call)}</strong>
              {callWords(row.call) !== row.call && <CodeName>{row.call}</CodeName>}
              <button type="button" onClick={() => open(row.state)}>
                {row.state === '' ? chart.id : row.state}
              </button>
            </th>
          )}
          <td>{faultsSaid(landing.faults)}</td>
          <td>
            {landing.to.map((path) => (
              <p key={path}>
                <button type="button" onClick={() => open(path)}>
                  {path === '' ? chart.id : path}
                </button>
                <span>{said(path)}</span>
              </p>
            ))}
          </td>
          <td data-without={landing.back === null || undefined}>
            <Back landing={landing} without={row.without} />
          </td>
        </tr>
      ))}
    </>
  );
}

/** Every call of every chart with each of its failures: where it leads, and what leads back. */
export function FaultsView({ book, charts }: Props) {
  const [matrix, setMatrix] = useState<FaultMatrix | 'failed' | null>(null);
  const { chart: chosen, event } = useSelector(book, ({ context }) => context.paths);
  const fault = faultNames.find((name) => name === event) ?? '';
  const look = (place: Partial<PathsPlace>) =>
    book.send({ type: 'faults.requested', paths: { chart: chosen, state: '', event: fault, ...place } });
  const load = () =>
    faultMatrix().then(setMatrix, () => {
      setMatrix('failed');
    });
  useEffect(() => {
    void load();
  }, []);
  const rows = matrix === null || matrix === 'failed' ? {} : matrix;
  const shown = charts.filter(({ id }) => rows[id] && (chosen === '' || id === chosen));
  const calls = Object.values(rows).reduce((sum, { length }) => sum + length, 0);
  return (
    <main className={styles.view}>
      <h2 className={styles.name}>{pageNames.faults}</h2>
      <p className={styles.quiet}>
        Cada chamada de cada gráfico com cada falha: aonde ela leva e o que leva de volta à chamada. A tabela
        é tirada dos próprios gráficos; um teste não deixa passar nenhuma falha sem saída.
      </p>
      {matrix === 'failed' ? (
        <div role="alert" className={styles.note}>
          <p>A tabela não chegou. Veja a conexão e tente de novo.</p>
          <Button size="sm" onClick={() => void load()}>
            Tentar de novo
          </Button>
        </div>
      ) : (
        <>
          <div className={styles.filters}>
            <NativeSelect
              label="Gráfico"
              data={[{ value: '', label: 'Todos' }, ...charts.map(({ id }) => id).filter((id) => rows[id])]}
              value={chosen}
              onChange={({ currentTarget }) => look({ chart: currentTarget.value })}
            />
            <NativeSelect
              label="Falha"
              data={[
                { value: '', label: 'Todas' },
                ...faultWords.map(([value, label]) => ({ value, label })),
              ]}
              value={fault}
              onChange={({ currentTarget }) => look({ event: currentTarget.value })}
            />
          </div>
          <p role="status" className={styles.quiet}>
            {matrix === null
              ? 'Lendo a tabela…'
              : `${calls} chamadas em ${Object.keys(rows).length} gráficos, ${faultNames.length} falhas de cada.`}
          </p>
          {shown.map((chart) => (
            <section key={chart.id} aria-labelledby={`faults-${chart.id}`}>
              <h3 id={`faults-${chart.id}`} className={styles.heading}>
                {chart.id}
              </h3>
              <table className={styles.table}>
                <thead>
                  <tr>
                    <th scope="col">Chamada</th>
                    <th scope="col">Falha</th>
                    <th scope="col">Leva a</th>
                    <th scope="col">De volta</th>
                  </tr>
                </thead>
                <tbody>
                  {rows[chart.id]?.map((row) => (
                    <Row key={`${row.state} ${row.call}`} book={book} chart={chart} row={row} fault={fault} />
                  ))}
                </tbody>
              </table>
            </section>
          ))}
        </>
      )}
    </main>
  );
}

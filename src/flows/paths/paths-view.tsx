import { Button, NativeSelect, Switch, TextInput } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { useEffect, useMemo, useState } from 'react';
import type { PathsPlace } from '#machines/book/book.machine.ts';
import { BASE } from '../address.ts';
import type { ChartFacts } from '../facts.ts';
import { type BookActor, type SimulationActor, pageNames } from '../history.ts';
import { picturesOf } from '../pictures.ts';
import { packed } from '../simulation/link.ts';
import { type Former, builtFormer } from '../former.ts';
import { changedOf } from './changed.ts';
import type { ChartPath } from './choose.ts';
import { CoverageTable } from './coverage-table.tsx';
import { chosenPaths } from './path-words.ts';
import { PlayedBoards } from './played-boards.tsx';
import { type PlayedChart, playedOf } from './played.ts';
import { Storyboard } from './storyboard.tsx';
import { type WalkState, useWalked } from './walked.ts';
import styles from './paths-view.module.css';

interface Props {
  book: BookActor;
  simulation: SimulationActor;
  charts: readonly ChartFacts[];
}

const number = (value: number) => value.toLocaleString('pt-BR');

/** Which chart, and which of its paths. */
function Filters({
  charts,
  chart,
  place,
  changed,
  onChange,
}: {
  charts: readonly ChartFacts[];
  chart: ChartFacts | undefined;
  place: PathsPlace;
  /** what changed since the revision of the build, and whether only that is shown */
  changed: { since: string; isOnly: boolean; onToggle: () => void } | null;
  onChange: (place: PathsPlace) => void;
}) {
  const states = (chart?.states ?? []).filter(({ path }) => path !== '').map(({ path }) => path);
  return (
    <div className={styles.filters}>
      <NativeSelect
        label="Gráfico"
        data={[{ value: '', label: 'Escolha um gráfico' }, ...charts.map(({ id }) => id)]}
        value={place.chart}
        onChange={({ currentTarget }) => onChange({ chart: currentTarget.value, state: '', event: '' })}
      />
      {chart && (
        <>
          <NativeSelect
            label="Que passam pelo estado"
            data={[{ value: '', label: 'Qualquer um' }, ...states]}
            value={place.state}
            onChange={({ currentTarget }) => onChange({ ...place, state: currentTarget.value })}
          />
          <TextInput
            type="search"
            label="Em que acontece"
            placeholder="falhou, network, relógio"
            value={place.event}
            onChange={({ currentTarget }) => onChange({ ...place, event: currentTarget.value })}
          />
          {changed && (
            <Switch
              label={`Só os que passam pelo que mudou desde ${changed.since}`}
              checked={changed.isOnly}
              onChange={changed.onToggle}
            />
          )}
        </>
      )}
    </div>
  );
}

/** How the search stands, in words. */
function Standing({ walk, more, count }: { walk: WalkState; more: () => void; count: number }) {
  const { stands, tried, seen, all, walked } = walk;
  if (stands === 'failed')
    return (
      <div role="alert" className={styles.note}>
        <p>Os dados de exemplo não chegaram. Veja a conexão e tente de novo.</p>
        <Button size="sm" onClick={more}>
          Tentar de novo
        </Button>
      </div>
    );
  const total = walked?.paths.length ?? 0;
  return (
    <div className={styles.note}>
      <p role="status">
        {stands === 'looking'
          ? 'Procurando caminhos…'
          : count === total
            ? `${total === 1 ? '1 caminho' : `${total} caminhos`}.`
            : `${count} de ${total === 1 ? '1 caminho' : `${total} caminhos`}.`}
      </p>
      <p className={styles.quiet}>
        {number(tried)} passos tentados; {number(seen)} de {number(all)} coisas vistas: transições, e
        condições que não valem.
      </p>
      {stands === 'found' && walked?.isWhole === false && (
        <>
          <p className={styles.quiet}>
            A busca parou porque por muitos passos não viu nada novo. O que falta está dito abaixo; procurar
            mais pode achar.
          </p>
          <Button size="sm" variant="default" onClick={more}>
            Procurar mais
          </Button>
        </>
      )}
    </div>
  );
}

/** As many paths as are drawn before more are asked for. */
const MOST = 20;

/** The paths that were generated for a chart, as storyboards, and what they show of it. */
export function PathsView({ book, simulation, charts }: Props) {
  const place = useSelector(book, ({ context }) => context.paths);
  const chart = charts.find(({ id }) => id === place.chart);
  const { walk, more } = useWalked(chart?.id ?? null);
  const [shown, setShown] = useState({ of: '', count: MOST });
  const [tooLong, setTooLong] = useState<ChartPath | null>(null);
  const [pictures, setPictures] = useState<Readonly<Record<string, string>>>({});
  const [played, setPlayed] = useState<readonly PlayedChart[]>([]);
  const [former, setFormer] = useState<Former | null>(null);
  const [isOnlyChanged, setOnlyChanged] = useState(false);
  useEffect(() => {
    // Without an answer the boards are of words, as where there are none.
    picturesOf(BASE).then(setPictures, () => undefined);
    playedOf(BASE).then(setPlayed, () => undefined);
    builtFormer(BASE).then(setFormer, () => undefined);
  }, []);
  const inBrowser = chart && played.find((one) => one.chart === chart.id);
  const paths = walk?.walked?.paths ?? [];
  const changed = useMemo(() => chart && changedOf(former, chart), [former, chart]);
  const isMet = (isOnlyChanged && changed?.isMet) || (() => true);
  const chosen = chosenPaths(paths, place.state, place.event).filter(({ steps }) =>
    steps.some(({ states }) => isMet(states)),
  );
  const question = JSON.stringify(place);
  const count = shown.of === question ? shown.count : MOST;
  const simulate = (text: string, states: readonly string[]) => {
    simulation.send({ type: 'link.followed', chart: place.chart, text });
    book.send({ type: 'chart.requested', chart: place.chart, state: states[0] ?? '' });
  };
  const follow = async (path: ChartPath) => {
    const end = path.steps.at(-1)?.states ?? [];
    const text = await packed({ run: path.run, end });
    setTooLong(text === null ? path : null);
    if (text !== null) simulate(text, end);
  };
  return (
    <main className={styles.view}>
      <h2 className={styles.name}>{pageNames.paths}</h2>
      <p className={styles.quiet}>
        O livro percorre o gráfico sem loja e sem servidor: manda cada evento, responde e recusa cada chamada,
        empurra o relógio, e guarda poucos caminhos que juntos mostram tudo o que viu. Depois de{' '}
        <code>npm run test:flows</code> mostra também os percursos que foram repetidos num navegador de
        verdade.
      </p>
      <Filters
        charts={charts}
        chart={chart}
        place={place}
        changed={
          changed
            ? { since: changed.since, isOnly: isOnlyChanged, onToggle: () => setOnlyChanged(!isOnlyChanged) }
            : null
        }
        onChange={(paths) => book.send({ type: 'paths.requested', paths })}
      />
      {chart && walk && <Standing walk={walk} more={more} count={chosen.length} />}
      {inBrowser && (
        <PlayedBoards
          chart={chart}
          played={inBrowser}
          place={place}
          isMet={isMet}
          onFollow={({ run, steps }) => simulate(run, steps.at(-1)?.states ?? [])}
        />
      )}
      {chart && walk?.walked && (
        <>
          <CoverageTable book={book} chart={chart} coverage={walk.walked.coverage} />
          <h3 className={styles.heading}>Caminhos</h3>
          {chosen.length === 0 && <p className={styles.quiet}>Nenhum caminho passa por aí.</p>}
          <ol className={styles.paths}>
            {chosen.slice(0, count).map((path) => (
              <li key={paths.indexOf(path)}>
                <Storyboard
                  number={paths.indexOf(path) + 1}
                  chart={chart}
                  path={path}
                  pictures={pictures}
                  state={place.state}
                  isTooLong={tooLong === path}
                  onFollow={() => void follow(path)}
                />
              </li>
            ))}
          </ol>
          {chosen.length > count && (
            <Button variant="default" onClick={() => setShown({ of: question, count: count + MOST })}>
              Mostrar mais ({chosen.length - count} caminhos)
            </Button>
          )}
        </>
      )}
    </main>
  );
}

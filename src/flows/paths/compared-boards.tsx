import { useEffect, useState } from 'react';
import { BASE } from '../address.ts';
import type { BookActor } from '../history.ts';
import { areasBetween } from './compare-pictures.ts';
import { type Area, type Pairs, type StepPair, pairsOf, playedBeforeOf } from './compared.ts';
import { playedOf } from './played.ts';
import styles from './compared-boards.module.css';

interface Different {
  pair: StepPair;
  areas: readonly Area[];
}
interface Compared {
  pairs: Pairs;
  done: number;
  different: readonly Different[];
  /** pictures that could not be read */
  missing: number;
}

/** So many steps are compared before it is said how far that is. */
const A_FEW = 20;
const percent = (part: number) => `${100 * part}%`;
const sizeOf = (areas: readonly Area[]) => areas.reduce((sum, { width, height }) => sum + width * height, 0);

function Shown({ named, picture, areas }: { named: string; picture: string; areas: readonly Area[] }) {
  return (
    <figure className={styles.shown}>
      <figcaption>{named}</figcaption>
      <div className={styles.frame}>
        <img src={BASE + picture} alt="" loading="lazy" />
        {areas.map(({ x, y, width, height }) => (
          <span
            key={`${x} ${y}`}
            data-area
            className={styles.area}
            style={{ left: percent(x), top: percent(y), width: percent(width), height: percent(height) }}
          />
        ))}
      </div>
    </figure>
  );
}

const words = (count: number, one: string, more: string) => (count === 1 ? `1 ${one}` : `${count} ${more}`);
function outcome({ pairs: { pairs, added, removed }, done, different, missing }: Compared): string {
  if (done < pairs.length) return `Comparando: ${done} de ${pairs.length} passos.`;
  const parts = [
    `${words(pairs.length, 'passo comparado', 'passos comparados')}, ${
      different.length === 0
        ? 'nenhum com outra imagem'
        : words(different.length, 'com outra imagem', 'com outra imagem')
    }.`,
    ...(added + removed > 0 ? [`Percursos só de agora: ${added}; só de antes: ${removed}.`] : []),
    ...(missing > 0 ? [`Imagens que não puderam ser lidas: ${missing}.`] : []),
  ];
  return parts.join(' ');
}

/** Steps of the replays whose pictures differ from those of another book, with the areas that do. */
export function ComparedBoards({ book }: { book: BookActor }) {
  const [compared, setCompared] = useState<Compared | null>(null);
  useEffect(() => {
    let isGone = false;
    const compare = async () => {
      const [before, now] = await Promise.all([playedBeforeOf(BASE), playedOf(BASE)]);
      if (!before) return;
      const pairs = pairsOf(before, now);
      let state: Compared = { pairs, done: 0, different: [], missing: 0 };
      for (const pair of pairs.pairs) {
        if (isGone) return;
        if (state.done % A_FEW === 0) setCompared(state);
        const areas = await areasBetween(BASE + pair.before.picture, BASE + pair.now.picture).catch(
          () => null,
        );
        state = {
          ...state,
          done: state.done + 1,
          missing: state.missing + (areas ? 0 : 1),
          different: areas?.length ? [...state.different, { pair, areas }] : state.different,
        };
      }
      if (!isGone) setCompared(state);
    };
    // Without the files there is nothing to compare, as where the build was given none.
    void compare().catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, []);
  if (!compared) return null;
  const ordered = compared.different.toSorted((a, b) => sizeOf(b.areas) - sizeOf(a.areas));
  return (
    <section aria-label="Percursos lado a lado" className={styles.boards}>
      <h3 className={styles.name}>Percursos lado a lado</h3>
      <p role="status">{outcome(compared)}</p>
      <ol className={styles.list}>
        {ordered.map(({ pair: { chart, way, before, now }, areas }) => (
          <li key={[chart, now.path, ...way].join(' ')} className={styles.pair}>
            <p>
              <button
                type="button"
                onClick={() => book.send({ type: 'chart.requested', chart, state: now.states[0] ?? '' })}
              >
                {chart}
              </button>{' '}
              <strong>{way.at(-1) ?? 'abre a página'}</strong>
            </p>
            <p className={styles.about}>
              {way.length > 1 ? `Depois de: ${way.slice(0, -1).join(', ')}. ` : ''}
              {words(areas.length, 'área diferente', 'áreas diferentes')}, {Math.ceil(100 * sizeOf(areas))} %
              da tela.
              {before.path === now.path ? '' : ` Endereço: ${before.path} → ${now.path}.`}
              {before.title === now.title ? '' : ` Título: ${before.title} → ${now.title}.`}
            </p>
            <div className={styles.two}>
              <Shown named="Antes" picture={before.picture} areas={areas} />
              <Shown named="Agora" picture={now.picture} areas={areas} />
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

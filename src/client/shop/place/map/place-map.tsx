import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTenant } from '#client/hooks.ts';
import { IconButton } from '#components/form/icon-button.tsx';
import { TextLink } from '#components/layout/text-link.tsx';
import { Text } from '#components/layout/text.tsx';
import type { Point } from '#domain/place/point.ts';
import type { DrawnMap, drawMap } from './draw-map.ts';
import { fetchAhead } from './map-files.ts';
import type { MapThings } from './map-things.ts';
import styles from './place-map.module.css';

interface Props {
  things: MapThings;
  /** Says what is on it, for who moves over it by its buttons. */
  label: string;
  onDrop?: (at: Point) => void;
}

type Problem = 'spared' | 'unfit' | 'failed';
type State = { at: 'coming' | Problem } | { at: 'drawn' /** said beside it */; attribution: string };

const sentences: Record<Problem, string> = {
  spared: 'O mapa fica para quando você quiser: este aparelho economiza dados.',
  unfit: 'Este aparelho não desenha mapas. O que está nele está escrito aqui.',
  failed: 'O mapa não veio. O que está nele está escrito aqui.',
};

const FACE = '14px Figtree';
const hasWebGl = () => document.createElement('canvas').getContext('webgl2') !== null;
const sparesData = () =>
  (Reflect.get(navigator, 'connection') as { saveData?: boolean } | undefined)?.saveData === true;

/** What draws it, or why it is not drawn here. A page of the server's never comes so far. */
async function bring(isAsked: boolean, style?: string): Promise<typeof drawMap | Problem> {
  if (import.meta.env.SSR) return 'unfit';
  if (!isAsked && sparesData()) return 'spared';
  if (!hasWebGl()) return 'unfit';
  fetchAhead(style);
  // Letters on a map are drawn in the face of the page, where it is there.
  const [{ drawMap: draw }] = await Promise.all([
    import('./draw-map.ts'),
    document.fonts.load(FACE).catch(() => []),
  ]);
  return draw;
}

/**
 * A drawn map. Its code comes with it, and it keeps its place meanwhile. All that it shows stands on the screen in
 * words as well, and is done there by keys: without WebGL, or without its code, nothing is missing.
 */
export function PlaceMap({ things, label, onDrop }: Props) {
  const { mapStyle } = useTenant();
  const box = useRef<HTMLDivElement>(null);
  const map = useRef<DrawnMap | null>(null);
  const latest = useRef({ things, onDrop });
  const [state, setState] = useState<State>({ at: 'coming' });
  const [tries, setTries] = useState(0);
  useEffect(() => {
    latest.current = { things, onDrop };
  });
  useEffect(() => {
    let isGone = false;
    const fail = (at: Problem) => isGone || setState({ at });
    bring(tries > 0, mapStyle)
      .then((draw) => {
        if (typeof draw === 'string') return fail(draw);
        if (isGone || !box.current) return;
        map.current = draw(box.current, {
          things: latest.current.things,
          style: mapStyle,
          pin: styles.pin ?? '',
          onDrop: (at) => latest.current.onDrop?.(at),
          onDrawn: (attribution) => isGone || setState({ at: 'drawn', attribution }),
          onFault: () => fail('failed'),
        });
      })
      .catch(() => fail('failed'));
    return () => {
      isGone = true;
      map.current?.remove();
      map.current = null;
    };
  }, [tries, mapStyle]);
  const shown = JSON.stringify(things);
  useEffect(() => map.current?.show(latest.current.things), [shown]);

  const again = () => {
    setState({ at: 'coming' });
    setTries((count) => count + 1);
  };
  return (
    <div className={styles.map} role="group" aria-label={label} data-map={state.at}>
      <div ref={box} className={mapStyle ? styles.box : `${styles.box} ${styles.own}`} />
      {state.at === 'drawn' ? (
        <>
          <div className={styles.zoom}>
            <IconButton
              solid
              label="Aproximar o mapa"
              icon={<IconPlus size={22} />}
              onClick={() => map.current?.zoom(1)}
            />
            <IconButton
              solid
              label="Afastar o mapa"
              icon={<IconMinus size={22} />}
              onClick={() => map.current?.zoom(-1)}
            />
          </div>
          <small className={styles.source}>{state.attribution}</small>
        </>
      ) : state.at === 'coming' ? null : (
        <div className={styles.note}>
          <Text size={15} tone="soft">
            {sentences[state.at]}
          </Text>
          {state.at === 'spared' ? <TextLink onClick={again}>Mostrar o mapa</TextLink> : null}
          {state.at === 'failed' ? <TextLink onClick={again}>Tentar de novo</TextLink> : null}
        </div>
      )}
    </div>
  );
}

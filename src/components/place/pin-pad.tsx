import { IconArrowDown, IconArrowLeft, IconArrowRight, IconArrowUp } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { IconButton } from '#components/form/icon-button.tsx';
import { Text } from '#components/layout/text.tsx';
import type { Direction, Way } from '#domain/place/pin.ts';
import styles from './pin-pad.module.css';

interface Props {
  /** of one step */
  metres: number;
  /** how far the pin is from where it began */
  way: Way;
  /** the same in words */
  says: string;
  onMove: (direction: Direction) => void;
}

const keys: Record<string, Direction | undefined> = {
  ArrowUp: 'north',
  ArrowDown: 'south',
  ArrowRight: 'east',
  ArrowLeft: 'west',
};
const sides = [
  { direction: 'north', to: 'o norte', icon: <IconArrowUp size={24} /> },
  { direction: 'west', to: 'o oeste', icon: <IconArrowLeft size={24} /> },
  { direction: 'east', to: 'o leste', icon: <IconArrowRight size={24} /> },
  { direction: 'south', to: 'o sul', icon: <IconArrowDown size={24} /> },
] as const;

/** Half of the side of what is drawn, px: further steps draw it smaller. */
const REACH = 60;
/** Metres at the drawing's edge: it holds the pin, however far it is. */
const scaleOf = ({ north, east }: Way): number => {
  const far = Math.max(Math.abs(north), Math.abs(east));
  return [50, 100, 250, 500, 1000, 2500, 5000].find((edge) => far <= edge * 0.9) ?? far * 1.2;
};

/** A pin that is moved in steps by buttons, or by the arrow keys on any of them. */
export function PinPad({ metres, way, says, onMove }: Props) {
  const edge = scaleOf(way);
  const at = { x: (way.east / edge) * REACH, y: (-way.north / edge) * REACH };
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = keys[event.key];
    if (!direction || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onMove(direction);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the buttons in it
    <div className={styles.pad} role="group" aria-label="Mover o ponto" onKeyDown={onKeyDown}>
      {sides.map(({ direction, to, icon }) => (
        <div key={direction} className={styles[direction]}>
          <IconButton
            solid
            label={`Mover ${metres} m para ${to}`}
            icon={icon}
            onClick={() => onMove(direction)}
          />
        </div>
      ))}
      <svg viewBox="-64 -64 128 128" className={styles.drawn} aria-hidden="true">
        <circle r={REACH} className={styles.ring} />
        <circle r={REACH / 2} className={styles.ring} />
        <path d="M-4 0H4M0 -4V4" className={styles.start} />
        <circle cx={at.x} cy={at.y} r="7" className={styles.pin} />
      </svg>
      <div className={styles.said} role="status">
        <Text size={15}>{says}</Text>
      </div>
    </div>
  );
}

import { Button } from '@mantine/core';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './canvas.module.css';

export interface Size {
  width: number;
  height: number;
}
export interface Spot {
  x: number;
  y: number;
}
export interface Place extends Spot, Size {}
interface Props extends Size {
  /** what is drawn, for who does not see it */
  label: string;
  /** what should be in sight; null for the drawing's upper edge */
  sight: Place | null;
  /** what lit up last, wherever one looks; null for nothing */
  lit: Place | null;
  /** which one that is: drawn anew, it is the same one still */
  subject: string;
  children: ReactNode;
}
interface View extends Spot {
  scale: number;
}

const STEP = 80;
const ZOOM = 1.25;
const [SMALLEST, LARGEST] = [0.1, 2.5];
/** A drawing that would be smaller than this is begun at its full size. */
const READABLE = 0.6;
const MARGIN = 32;

/** Moves and scales what is drawn, without drawing it anew. */
class Viewport {
  private view: View = { x: 0, y: 0, scale: 1 };
  private frame: SVGSVGElement | null = null;
  private layer: SVGGElement | null = null;
  takeLayer(node: SVGGElement | null): void {
    this.layer = node;
  }
  /** React listens to the wheel passively, and the page would move along. */
  takeFrame(node: SVGSVGElement | null): void {
    this.frame?.removeEventListener('wheel', this.turn);
    this.frame = node;
    node?.addEventListener('wheel', this.turn, { passive: false });
  }
  private readonly turn = (event: WheelEvent): void => {
    event.preventDefault();
    if (!event.ctrlKey && !event.metaKey) return this.move(-event.deltaX, -event.deltaY);
    const box = this.frame?.getBoundingClientRect();
    this.zoom(Math.exp(-event.deltaY / 300), {
      x: event.clientX - (box?.left ?? 0),
      y: event.clientY - (box?.top ?? 0),
    });
  };

  private put(view: View): void {
    this.view = view;
    this.layer?.setAttribute('transform', `translate(${view.x} ${view.y}) scale(${view.scale})`);
  }
  private get sight(): Size {
    return { width: this.frame?.clientWidth ?? 0, height: this.frame?.clientHeight ?? 0 };
  }
  move(dx: number, dy: number): void {
    this.put({ ...this.view, x: this.view.x + dx, y: this.view.y + dy });
  }
  /** @param at what stays where it is, px from the frame's corner; its middle when left out */
  zoom(by: number, at: Spot = { x: this.sight.width / 2, y: this.sight.height / 2 }): void {
    const { x, y, scale } = this.view;
    const next = Math.min(LARGEST, Math.max(SMALLEST, scale * by));
    const ratio = next / scale;
    this.put({ scale: next, x: at.x - (at.x - x) * ratio, y: at.y - (at.y - y) * ratio });
  }
  private get whole(): (size: Size) => number {
    const { width, height } = this.sight;
    return (size) => Math.min(1, (width - 24) / size.width, (height - 24) / size.height);
  }
  fit(size: Size): void {
    const scale = Math.max(SMALLEST, this.whole(size));
    this.put({ scale, x: (this.sight.width - size.width * scale) / 2, y: 12 });
  }
  /** The full size: larger for who has larger letters. */
  private get full(): number {
    return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
  }
  /** All of it where that can be read, else what should be in sight, at full size; of what is larger, its corner. */
  begin(size: Size, place: Place | null): void {
    const scale = this.full;
    if (this.whole(size) >= READABLE * scale) return this.fit(size);
    const { width, height } = this.sight;
    const { x, y, ...own } = place ?? { x: 0, y: 0, width: size.width, height: Infinity };
    const along = (room: number, length: number) => Math.max(MARGIN, (room - length * scale) / 2);
    const left = place ? along(width, own.width) - x * scale : (width - size.width * scale) / 2;
    this.put({ scale, x: left, y: Math.min(MARGIN, along(height, own.height) - y * scale) });
  }
  /** What lit up is brought to the middle where it is out of sight, at the size that it is looked at. */
  bring({ x, y, width, height }: Place): void {
    const { scale, ...at } = this.view;
    const sides = [
      [x * scale + at.x, width * scale, this.sight.width],
      [y * scale + at.y, height * scale, this.sight.height],
    ] as const;
    if (sides.every(([begin, length, room]) => begin >= 0 && begin + length <= room)) return;
    const [left, top] = sides.map(([begin, length, room]) => Math.max(MARGIN, (room - length) / 2) - begin);
    this.move(left ?? 0, top ?? 0);
  }
}

const keys: Record<string, (viewport: Viewport) => void> = {
  ArrowLeft: (viewport) => viewport.move(STEP, 0),
  ArrowRight: (viewport) => viewport.move(-STEP, 0),
  ArrowUp: (viewport) => viewport.move(0, STEP),
  ArrowDown: (viewport) => viewport.move(0, -STEP),
  '+': (viewport) => viewport.zoom(ZOOM),
  '-': (viewport) => viewport.zoom(1 / ZOOM),
};

/** A sheet that is moved by dragging, by its wheel or by the arrow keys, and made larger and smaller. */
export function Canvas({ width, height, label, sight, lit, subject, children }: Props) {
  const [viewport] = useState(() => new Viewport());
  const held = useRef<Spot | null>(null);
  // Of whose drawing all was asked for: one that comes after the press is shown whole as well.
  const seenWhole = useRef<string | null>(null);
  useEffect(() => {
    if (seenWhole.current === subject) return viewport.fit({ width, height });
    seenWhole.current = null;
    viewport.begin({ width, height }, sight);
  }, [viewport, width, height, sight, subject]);
  useEffect(() => {
    if (lit) viewport.bring(lit);
  }, [viewport, lit]);
  const seeWhole = () => {
    seenWhole.current = subject;
    viewport.fit({ width, height });
  };
  const press = (event: KeyboardEvent) => {
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act(viewport);
  };
  const hold = ({ clientX: x, clientY: y }: PointerEvent) => {
    held.current = { x, y };
  };
  const drag = (event: PointerEvent) => {
    if (!held.current) return;
    viewport.move(event.clientX - held.current.x, event.clientY - held.current.y);
    hold(event);
  };
  const drop = () => {
    held.current = null;
  };
  return (
    <div className={styles.canvas}>
      <svg
        ref={(node) => viewport.takeFrame(node)}
        className={styles.sheet}
        role="img"
        aria-label={label}
        onPointerDown={hold}
        onPointerMove={drag}
        onPointerUp={drop}
        onPointerLeave={drop}
      >
        <g ref={(node) => viewport.takeLayer(node)}>{children}</g>
      </svg>
      <div
        className={styles.tools}
        role="toolbar"
        tabIndex={-1}
        aria-label="Desenho: as setas o movem, + e − o ampliam e reduzem"
        onKeyDown={press}
      >
        <Button variant="default" size="sm" aria-label="Aumentar" onClick={() => viewport.zoom(ZOOM)}>
          +
        </Button>
        <Button variant="default" size="sm" aria-label="Diminuir" onClick={() => viewport.zoom(1 / ZOOM)}>
          −
        </Button>
        <Button variant="default" size="sm" onClick={seeWhole}>
          Ver tudo
        </Button>
      </div>
    </div>
  );
}

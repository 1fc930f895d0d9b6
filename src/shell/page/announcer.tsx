import { LiveText } from '#components/layout/live-text.tsx';
import { whereIs } from '#machines/app/selectors.ts';
import type { AppActor } from '#machines/app/app.machine.ts';
import { useEffect, useState } from 'react';
import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import { useApp } from '#client/hooks.ts';
import { type SubState, statesOf, subStateOf } from './screen-states.ts';

/** The tags that hold now, of the charts that the present screen shows, as `<chart> <tag>`. */
export function statesShown(app: AppActor): string[] {
  const snapshot = app.getSnapshot();
  const place = whereIs(snapshot);
  if (!place) return [];
  return statesOf(place.screen).charts.flatMap((chart) => {
    // Invoked under this very name
    const actor = chart === 'app' ? app : (Reflect.get(snapshot.children, chart) as AnyActorRef | undefined);
    // Every chart of the table is a machine
    const tags = (actor?.getSnapshot() as AnyMachineSnapshot | undefined)?.tags ?? [];
    return [...tags].map((tag) => `${chart} ${tag}`);
  });
}

/** Told of every change of the app and of what it has invoked. */
function watch(app: AppActor, tell: () => void): () => void {
  const stops = new Map<AnyActorRef, () => void>();
  const listen = (actor: AnyActorRef) => {
    if (!stops.has(actor)) stops.set(actor, actor.subscribe({ next: heard, error: heard }).unsubscribe);
  };
  function heard(): void {
    for (const actor of Object.values(app.getSnapshot().children)) if (actor) listen(actor);
    tell();
  }
  listen(app);
  heard();
  return () => {
    for (const stop of stops.values()) stop();
  };
}

const headings = '[data-screen-heading]';
/**
 * Only what had the focus and is gone, or cannot be pressed any more, has lost it: nobody who scrolls, or has not
 * begun, is taken anywhere.
 */
const isLost = (held: Element | null) =>
  (held?.isConnected === false || held?.matches(':disabled') === true) &&
  // A button that was switched off keeps the focus until the frame is over.
  [null, document.body, held].includes(document.activeElement);
function focusOn({ focus }: SubState): void {
  const target =
    (focus === 'problem' ? document.querySelector<HTMLElement>('#conteudo [data-problem]') : null) ??
    document.querySelector<HTMLElement>(headings) ??
    document.getElementById('conteudo');
  target?.focus();
}

/**
 * Executes the table of states: whoever loses the focus to one is led on, and what nothing on the screen says
 * is said.
 */
export function Announcer() {
  const app = useApp();
  const [said, say] = useState('');
  useEffect(() => {
    let before = statesShown(app);
    let at = whereIs(app.getSnapshot())?.screen;
    let frame = 0;
    let last: SubState = { focus: 'heading', say: null };
    let text: string | null = null;
    let held: Element | null = document.activeElement;
    const hold = ({ target }: FocusEvent) => {
      if (target instanceof Element) held = target;
    };
    document.addEventListener('focusin', hold);
    // After the screen has drawn what came: only then is it known whether the focus still has its place.
    const settle = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        if (text !== null) say(text);
        text = null;
        if (isLost(held)) focusOn(last);
      });
    };
    const stop = watch(app, () => {
      const now = statesShown(app);
      const came = now.filter((state) => !before.includes(state));
      const isChanged = came.length > 0 || before.some((state) => !now.includes(state));
      before = now;
      const screen = whereIs(app.getSnapshot())?.screen;
      // What was said of one screen is not found on the next.
      if (screen !== at) say('');
      at = screen;
      if (isChanged) {
        const rows = came
          .map((state) => subStateOf(...(state.split(' ') as [string, string])))
          .filter((row) => row !== undefined);
        last = rows.find(({ focus }) => focus === 'problem') ?? rows[0] ?? { focus: 'heading', say: null };
        const words = rows.find(({ say: told }) => told !== null)?.say ?? null;
        // Emptied first, so that the same words are said again.
        if (words !== null) say('');
        text = words ?? text;
      }
      // A button may go with a state that has no tag of its own.
      settle();
    });
    // A part whose code came late takes the place of what stood for it, and no chart says so.
    const redrawn = new MutationObserver(() => {
      if (held?.isConnected === false) settle();
    });
    redrawn.observe(document.body, { childList: true, subtree: true });
    return () => {
      cancelAnimationFrame(frame);
      redrawn.disconnect();
      document.removeEventListener('focusin', hold);
      stop();
    };
  }, [app]);
  return <LiveText>{said}</LiveText>;
}

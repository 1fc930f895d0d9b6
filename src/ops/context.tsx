import { useSelector } from '@xstate/react';
import { type MouseEvent, type ReactNode, createContext, useContext } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { Me } from '#contract/ops/session.ts';
import type { deskMachine } from '#machines/ops/desk.machine.ts';
import type { Movable, MovesEvent } from '#machines/ops/moves.machine.ts';
import { type DeskPlace, addressOf, requestOf } from '#machines/ops/screens.ts';
import type { OpsActor } from './history.ts';

type DeskActor = ActorRefFrom<typeof deskMachine>;
interface Actors {
  ops: OpsActor;
  desk: DeskActor;
}
const Context = createContext<Actors | null>(null);
export const DeskProvider = Context.Provider;

/** The charts of the desk. @throws Error outside of it */
export function useDesk() {
  const actors = useContext(Context);
  if (!actors) throw new Error('not at the desk');
  const { shift, moves, money } = actors.desk.getSnapshot().children;
  if (!shift || !moves || !money) throw new Error('the desk is not set up');
  return { ...actors, shift, moves, money };
}
export const useMe = (): Me => useSelector(useDesk().desk, ({ context }) => context.me);
export const usePlace = (): DeskPlace => useSelector(useDesk().desk, ({ context }) => context.place);
export const useBoard = () => useSelector(useDesk().shift, ({ context }) => context.board);

/** Asks for a place. */
export function useGo() {
  const { ops } = useDesk();
  return (place: DeskPlace) => ops.send(requestOf(place));
}
export const place = (
  screen: DeskPlace['screen'],
  id: string | null = null,
  search: DeskPlace['search'] = {},
): DeskPlace => ({ screen, id, search });

interface DeskLinkProps {
  to: DeskPlace;
  children: ReactNode;
  className?: string | undefined;
  'aria-current'?: 'page' | undefined;
}
/** A real link whose plain click asks the chart. */
export function DeskLink({ to, children, ...rest }: DeskLinkProps) {
  const go = useGo();
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    go(to);
  };
  return (
    <a href={addressOf(to)} onClick={follow} {...rest}>
      {children}
    </a>
  );
}

/** Whether an event may be sent for these orders now, as the chart says. */
export function useMoves() {
  const { moves } = useDesk();
  const state = useSelector(moves, (snapshot) => snapshot);
  return {
    send: (event: MovesEvent) => moves.send(event),
    can: (event: MovesEvent) => state.can(event),
    chosen: state.context.chosen as readonly Movable[],
    state,
  };
}

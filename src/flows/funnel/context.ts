import { createContext, use } from 'react';
import type { FunnelActor } from '../history.ts';

const Context = createContext<FunnelActor | null>(null);
export const FunnelProvider = Context.Provider;

/** The funnel of the book. @throws Error outside of it */
export function useFunnel(): FunnelActor {
  const funnel = use(Context);
  if (!funnel) throw new Error('not in the book');
  return funnel;
}

import type { Client } from '#api/client.ts';
import type { Seed } from '#machines/app/context.ts';
import type { AppActor, AppSnapshot } from '#machines/app/app.machine.ts';
import type { NavigationRequest, Place } from '#machines/navigation/screens.ts';
import { createContext, use } from 'react';
import type { Clock } from './clock.ts';
import type { Storage } from './storage.ts';
import type { TenantView } from './tenant.ts';

/** The charts as a page for nobody in particular knows them. */
export interface FirstState {
  app: AppSnapshot;
  /** Snapshots of its children by their names. */
  children: Readonly<Record<string, unknown>>;
}

/** The codec between addresses and places: the router's own. */
export interface Addresses {
  /** The place that an address names; null for one that leads nowhere. */
  placeAt(url: Pick<URL, 'pathname' | 'search'>): Place | null;
  hrefOf(place: Place): string;
}

/** What every part of the shell stands on; made once per page. */
export interface Shell {
  app: AppActor;
  /** The client of the API, whose code comes when somebody asks for it. */
  api: () => Promise<Client>;
  tenant: TenantView;
  clock: Clock;
  storage: Storage;
  /** The instant at which the server made this page, epoch ms; null without one. */
  renderedAt: number | null;
  addresses: Addresses;
  /** A person asks for a screen. */
  attend: (asked: NavigationRequest) => Promise<void>;
  /**
   * What the server drew from, for the first drawing over its page; null when there is nothing to take over.
   */
  first: FirstState | null;
  /** What came with the page, for a chart that begins with its screen. */
  seed?: Pick<Seed, 'products'> | null;
  /** Address of the search engine's page and of shared previews. */
  origin: string;
}

export const ShellContext = createContext<Shell | null>(null);

export function useShell(): Shell {
  const shell = use(ShellContext);
  if (!shell) throw new Error('a screen was drawn outside the shell');
  return shell;
}

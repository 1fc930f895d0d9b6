import { sql } from 'drizzle-orm';
import { type Database, type Tx, afterCommit } from '#server/db/database.ts';
import type { Logger } from './log.ts';

/** A fact told to anybody who listens now. Nothing is kept: a reader that was away asks for the current state. */
export interface LiveEvent {
  type: string;
  [field: string]: unknown;
}

type Listener = (event: LiveEvent, topic: string, tenantId: string) => void;

/** Fan-out between processes, carried by the database's LISTEN and NOTIFY. */
export interface Events {
  /**
   * Tells a fact when `tx` commits (and never when it does not).
   * @param tenantId the tenant, or `*` for all
   * @param topic    `order:{code}`, `cart:{uuid}`, `campaigns`, `clock`, `data`
   */
  publish(tx: Tx, tenantId: string, topic: string, event: LiveEvent): Promise<void>;
  /** Calls back for one topic of one tenant (`*` = any). Returns the way to stop. */
  subscribe(tenantId: string, topic: string, listener: Listener): () => void;
  /**
   * Something public of a tenant changed (catalog, stock, price, copy): cached answers of every process are
   * dropped when `tx` commits.
   */
  changed(tx: Tx, tenantId: string): Promise<void>;
  /** Called once when the server stops: streams end themselves. */
  onClose(listener: () => void): () => void;
  /** Streams that are open. */
  streams(): number;
  close(): Promise<void>;
  /** Called when notifications may have been missed. */
  onReconnect(listener: () => void): void;
}

const CHANNEL = 'vitrine';
/** The topic of {@link Events.changed}. */
export const DATA_TOPIC = 'data';
const CHANGED: LiveEvent = { type: 'data.changed' };

/** Listens on the database and hands facts to the subscribers of this process. */
export async function openEvents(db: Database, log: Logger): Promise<Events> {
  const subscribers = new Map<string, Set<Listener>>();
  const reconnected = new Set<() => void>();
  const closing = new Set<() => void>();
  const hand = (key: string, event: LiveEvent, topic: string, tenantId: string) => {
    for (const listener of subscribers.get(key) ?? []) {
      try {
        listener(event, topic, tenantId);
      } catch (error) {
        log.error({ err: error, topic }, 'a listener failed');
      }
    }
  };
  const spread = (tenantId: string, topic: string, event: LiveEvent) => {
    hand(`${tenantId} ${topic}`, event, topic, tenantId);
    hand(`${tenantId} *`, event, topic, tenantId);
    if (tenantId !== '*') hand(`* ${topic}`, event, topic, tenantId);
  };
  await db.listen(
    CHANNEL,
    (payload) => {
      // Written by publish below
      const { t, k, e } = JSON.parse(payload) as { t: string; k: string; e: LiveEvent };
      spread(t, k, e);
    },
    () => {
      for (const listener of reconnected) listener();
    },
  );
  const publish: Events['publish'] = async (tx, tenantId, topic, event) => {
    await tx.execute(
      sql`select pg_notify(${CHANNEL}, ${JSON.stringify({ t: tenantId, k: topic, e: event })})`,
    );
  };
  return {
    publish,
    changed(tx, tenantId) {
      // Whoever changed it reads it as it is in the next call, however late the database tells of it.
      afterCommit(tx, () => spread(tenantId, DATA_TOPIC, CHANGED));
      return publish(tx, tenantId, DATA_TOPIC, CHANGED);
    },
    subscribe(tenantId, topic, listener) {
      const key = `${tenantId} ${topic}`;
      const listeners = subscribers.get(key) ?? new Set();
      subscribers.set(key, listeners.add(listener));
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) subscribers.delete(key);
      };
    },
    onReconnect: (listener) => void reconnected.add(listener),
    onClose(listener) {
      closing.add(listener);
      return () => void closing.delete(listener);
    },
    streams: () => closing.size,
    async close() {
      for (const listener of closing) listener();
    },
  };
}

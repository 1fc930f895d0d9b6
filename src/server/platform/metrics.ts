import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { Secrets } from './secrets.ts';

/** What this process counts of itself. Nothing in it names a person, and every label has few values. */
export interface Metrics {
  /**
   * @param route of the contract as it is written there (`/api/operation/orders/code/{code}`), or what kind
   * of file it was
   */
  answered(method: string, route: string, status: number, seconds: number): void;
  /** An order was made; a repeated answer is none. */
  orderPlaced(tenantId: string): void;
  message(channel: string, outcome: 'sent' | 'failed' | 'stale'): void;
  /** Something that a person should look at, beside its line in the log. */
  alarm(
    kind: 'sequential_numbers' | 'stray_money' | 'money_taken_back' | 'overdue_order' | 'foreign_pix_code',
  ): void;
  /** Adds a number that is read when somebody asks. One that cannot be read is left out. */
  read(name: string, help: string, from: () => Values | Promise<Values>): void;
  text(): Promise<string>;
}

/** A number, or numbers by labels. */
export type Values = number | readonly { labels: Record<string, string>; value: number }[];

/** Longest that one number may take, in ms: a database that is away must not silence the rest. */
const PATIENCE = 1_000;

/** Upper ends of the classes of durations, in seconds. */
const DURATIONS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 30];

/** Makes the numbers of one process. */
export function createMetrics(): Metrics {
  const registers = [new Registry()];
  const [register] = registers as [Registry]; // just made
  collectDefaultMetrics({ register });
  const requests = new Histogram({
    name: 'vitrine_http_request_duration_seconds',
    help: 'Requests that were answered by a handler, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATIONS,
    registers,
  });
  const orders = new Counter({
    name: 'vitrine_orders_placed_total',
    help: 'Orders made by this process.',
    labelNames: ['tenant'],
    registers,
  });
  const messages = new Counter({
    name: 'vitrine_messages_total',
    help: 'Messages that this process handed to a provider, or could not.',
    labelNames: ['channel', 'outcome'],
    registers,
  });
  const alarms = new Counter({
    name: 'vitrine_alarms_total',
    help: 'Things that a person should look at; the log says more.',
    labelNames: ['kind'],
    registers,
  });
  return {
    answered: (method, route, status, seconds) =>
      requests.observe({ method, route, status: String(status) }, seconds),
    orderPlaced: (tenant) => orders.inc({ tenant }),
    message: (channel, outcome) => messages.inc({ channel, outcome }),
    alarm: (kind) => alarms.inc({ kind }),
    read(name, help, from) {
      const labelNames: string[] = [];
      const gauge: Gauge = new Gauge({
        name,
        help,
        labelNames,
        registers,
        async collect() {
          gauge.reset();
          const values = await within(from).catch(() => null);
          if (typeof values === 'number') gauge.set(values);
          else {
            // An unlabelled gauge is 0 after a reset, which would be a claim.
            if (labelNames.length === 0) gauge.remove();
            for (const { labels, value } of values ?? []) {
              for (const label of Object.keys(labels))
                if (!labelNames.includes(label)) labelNames.push(label);
              gauge.set(labels, value);
            }
          }
        },
      });
    },
    text: () => register.metrics(),
  };
}

/** What `work` gives. @throws Error when it takes too long for somebody who reads many numbers at once */
export async function within<T>(work: () => T | Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('no answer in time')), PATIENCE);
  return Promise.race([Promise.resolve().then(work), promise]).finally(() => clearTimeout(timer));
}

/**
 * The bearer token of `/metrics`. Derived, so that it needs no variable of its own and changes with the keys.
 */
export const metricsToken = (secrets: Secrets): string => secrets.hash('metrics', 'GET /metrics');

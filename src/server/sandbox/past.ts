import { Hono } from 'hono';
import type { App, AppEnv } from '#server/http/app-env.ts';
import { entrance } from '#server/http/middleware/entrance.ts';
import { describeRequest } from '#server/http/middleware/request.ts';
import { answerProblem } from '#server/http/problem.ts';
import { prepareServing } from '#server/http/serve.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Core } from '#server/platform/core.ts';
import { createLimits } from '#server/platform/limits.ts';
import { type Services, createServices } from '#server/services/services.ts';

/** The shop at another hour, over the same database: its calls and services, and nobody else's clock. */
interface Past {
  app: App;
  services: Services;
  /** From now on it is there so many ms before the shop's time. */
  goBack(ms: number): void;
  close(): void;
}

/** Puts the calls of the API on an app. */
export type Register = (app: App, services: Services, core: Core) => void;

/** Opens the shop for whoever makes things as of earlier. What works by itself (jobs, sweeps) stays with the shop. */
export function openPast(core: Core, register: Register): Past {
  let back = 0;
  const now = () => core.clock.now() - back;
  const clock: Clock = { ...core.clock, now, date: () => new Date(now()) };
  const stops: (() => void)[] = [];
  const past: Core = {
    ...core,
    clock,
    limits: createLimits(core.db, clock),
    jobs: { ...core.jobs, handle: () => undefined, every: () => undefined, whenDue: () => undefined },
    events: {
      ...core.events,
      subscribe(...asked) {
        const stop = core.events.subscribe(...asked);
        stops.push(stop);
        return stop;
      },
      onReconnect: () => undefined,
    },
  };
  const services = createServices(past);
  const app: App = new Hono<AppEnv>();
  app.onError(answerProblem);
  app.use('*', describeRequest(past), entrance(past.tenants, past.env));
  prepareServing(app, {
    authenticator: services.authenticator,
    staffDoor: services.staffSession,
    checkReplies: false,
    endpoints: [],
  });
  register(app, services, past);
  return {
    app,
    services,
    goBack: (ms) => void (back = ms),
    close() {
      for (const stop of stops) stop();
    },
  };
}

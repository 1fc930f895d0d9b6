import type { SendLast } from '#actors/person/measuring.ts';
import { CLIENT_VERSION } from '#contract/constants.ts';
import { NetworkFault } from '#contract/fault.ts';
import { measure } from '#contract/measurement.ts';
import type { AppActor } from '#machines/app/app.machine.ts';
import type { measuringMachine } from '#machines/account/measuring.machine.ts';
import type { ActorRefFrom } from 'xstate';
import { hearCheckout } from './hear-checkout.ts';

interface Options {
  app: AppActor;
  /** the tenant's client name */
  client: string;
  measuring: ActorRefFrom<typeof measuringMachine>;
  /** how what is counted goes out while the page goes; null while it stays */
  parting: { send: SendLast | null };
}

/**
 * What is done while a client allows to be counted, and at no other time: the checkout is heard, and what waits as the
 * page goes still goes out. No call of the client outlives its page: this one is made at once, by hand.
 * @returns ends it
 */
export function whileAllowed({ app, client, measuring, parting }: Options): () => void {
  const stop = hearCheckout(app, (measured) => measuring.send({ type: 'event.measured', measured }));
  const sendLast: SendLast = (events) => {
    const token = app.getSnapshot().children.session?.getSnapshot().context.tokens?.accessToken;
    return token === undefined
      ? null
      : fetch(measure.path, {
          method: measure.method,
          keepalive: true,
          headers: {
            'Content-Type': 'application/json',
            'X-App': client,
            'X-App-Version': CLIENT_VERSION,
            Authorization: `Bearer ${token}`,
          },
          body: JSON.stringify({ events }),
        }).catch((cause: unknown) => {
          throw new NetworkFault('no answer as the page went', { cause });
        });
  };
  // After what the checkout is left by was told: that listens first.
  const go = () => {
    parting.send = sendLast;
    measuring.send({ type: 'page.hidden' });
    parting.send = null;
  };
  addEventListener('pagehide', go);
  return () => {
    stop();
    removeEventListener('pagehide', go);
  };
}

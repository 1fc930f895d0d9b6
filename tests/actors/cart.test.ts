import { describe, expect, it } from 'vitest';
import { type AnyActorRef, createActor, createMachine, toPromise } from 'xstate';
import { createClient } from '#api/client.ts';
import { cartActors } from '#actors/cart.ts';
import { cartUuid } from '../support/samples.ts';

/** A browser that has a cart of an account looks it up. */
function asking(session: 'restoring' | 'client' | 'visitor') {
  let asked = 0;
  const api = createClient({
    base: 'http://shop.test',
    app: 'client',
    fetch: () => Promise.resolve(new Response(null, { status: ++asked && 404 })),
  });
  const { loadCart } = cartActors(api, { ensure: () => Promise.resolve({ id: '' }) }, () => cartUuid);
  const states = { restoring: { on: { closed: 'visitor' } }, client: {}, visitor: {} };
  const look = { src: loadCart, id: 'look', input: { uuid: cartUuid, isClient: true }, onError: '.' };
  const shop = createActor(
    createMachine({
      invoke: [
        { src: createMachine({ initial: session, states }), id: 'session', systemId: 'session' },
        look,
      ],
    }),
  ).start();
  const { children } = shop.getSnapshot();
  return {
    here: children['session'],
    refused: toPromise(children['look'] as AnyActorRef).catch((error: { code: string }) => error.code),
    asked: () => asked,
  };
}

describe('the cart of an account', () => {
  it('is asked for by its owner', async () => {
    const { refused, asked } = asking('client');
    expect([await refused, asked()]).toEqual(['NOT_FOUND', 1]);
  });
  it('is not asked for by a visitor, also one who only turns out to be one', async () => {
    const visitor = asking('visitor');
    expect([await visitor.refused, visitor.asked()]).toEqual(['UNAUTHENTICATED', 0]);
    const restored = asking('restoring');
    restored.here?.send({ type: 'closed' });
    expect([await restored.refused, restored.asked()]).toEqual(['UNAUTHENTICATED', 0]);
  });
});

import { chosenActors, watchShop } from '#actors/chosen.ts';
import type { ChosenNews } from '#machines/catalog/chosen.machine.ts';
import { account, uuid } from '#tests/support/samples.ts';
import { apiOf, run } from '#tests/support/store/ports.ts';
import { describe, expect, it } from 'vitest';
import { type ActorRef, assign, createActor, setup } from 'xstate';

const path = '/api/accounts/client';
const had = { ...account, version: 4, properties: { codes: ['a'] }, hasMissingInfo: false };

/** A root that says whatever it is told to say, and at last that nobody is here. */
const saying = (context: object) =>
  setup({ types: { events: {} as { type: 'said'; more: object } | { type: 'left' } } }).createMachine({
    context,
    initial: 'restoring',
    states: { restoring: {}, visitor: {} },
    on: { said: { actions: assign(({ event }) => event.more) }, left: '.visitor' },
  });

describe('the ports of the chosen store', () => {
  it('add it to the account as it is now, by the version that was read', async () => {
    const now = { ...had, version: 5, properties: { ...had.properties, marketplaceId: uuid(1) } };
    const { api, asked, sent } = apiOf({ [`GET ${path}`]: had, [`PUT ${path}`]: now });
    const { saveChoice } = chosenActors(api);
    expect(await run(saveChoice, { id: uuid(1) })).toEqual(now);
    expect(asked).toEqual([`GET ${path}`, `PUT ${path}`]);
    expect(await sent[1]?.json()).toMatchObject({
      version: 4,
      properties: { codes: ['a'], marketplaceId: uuid(1) },
    });
  });
  it('take it back by a word of its own', async () => {
    const { api, sent } = apiOf({ [`GET ${path}`]: had, [`PUT ${path}`]: had });
    await run(chosenActors(api).saveChoice, { id: null });
    expect(await sent[1]?.json()).toMatchObject({ properties: { codes: ['a'], marketplaceId: null } });
  });
  it('say so where the account keeps none, which another try would not change', async () => {
    const { api } = apiOf({ [`GET ${path}`]: had, [`PUT ${path}`]: had });
    await expect(run(chosenActors(api).saveChoice, { id: uuid(1) })).rejects.toThrow('did not keep');
  });
  it('tell who is here with what they chose, and the stores once they are known, each news once', () => {
    const heard: ChosenNews[] = [];
    const shop = createActor(
      setup({
        actors: {
          session: saying({ account: had, tokens: null }),
          marketplace: saying({ documents: null, marketplaces: [] }),
          watchShop,
        },
      }).createMachine({
        invoke: [
          { src: 'session', id: 'session', systemId: 'session' },
          { src: 'marketplace', id: 'marketplace', systemId: 'marketplace' },
          { src: 'watchShop' },
        ],
        on: { '*': { actions: ({ event }: { event: object }) => void heard.push(event as never) } },
      } as never), // actors of a test beside the port
    ).start();
    const say = (actor: 'session' | 'marketplace', more: object) =>
      (shop.system.get(actor) as ActorRef<never, { type: 'said'; more: object }>).send({
        type: 'said',
        more,
      });
    // An account that came with the page is nobody's yet, and that there is none is not known either.
    expect(heard).toEqual([]);
    say('session', { tokens: {} });
    say('session', { now: 1 });
    say('session', { account: { ...had, properties: { marketplaceId: uuid(2) } } });
    say('marketplace', { marketplaces: [{ id: uuid(1) }] });
    say('marketplace', { documents: {} });
    say('session', { account: null });
    (shop.system.get('session') as ActorRef<never, { type: 'left' }>).send({ type: 'left' });
    expect(heard).toEqual([
      { type: 'account.told', account: { id: null } },
      { type: 'account.told', account: { id: uuid(2) } },
      { type: 'stores.told', ids: [uuid(1)] },
      { type: 'account.told', account: null },
    ]);
    shop.stop();
  });
});

import { reasonCookie, takeReason } from '#shell/reason-cookie.ts';
import { createBridge } from '#shell/location.ts';
import { refusalOf } from '#machines/app/selectors.ts';
import { appMachine } from '#machines/app/app.machine.ts';
import { sessionMachine } from '#machines/session/session.machine.ts';
import { ask, placeAsked } from '#machines/navigation/place.ts';
import { createMemoryHistory } from '@tanstack/react-router';
import type { SignedIn } from '#machines/session/setup.ts';
import { describe, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { settled } from '../machines/real-shop.ts';
import { NOW, campaignId, openingIn } from '../machines/samples.ts';

/** As a browser keeps cookies: one is written at a time, all are read. */
function emptyJar() {
  const kept = new Map<string, string>();
  return {
    get cookie() {
      return [...kept].map(([name, value]) => `${name}=${value}`).join('; ');
    },
    set cookie(text: string) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? [];
      if (text.includes('Max-Age=0')) kept.delete(name);
      else kept.set(name, value);
    },
    write: (text: string) => void kept.set(...(/^([^=]+)=([^;]*)/.exec(text)?.slice(1) as [string, string])),
  };
}

describe('why the server sent somebody elsewhere', () => {
  it('is told once', () => {
    const jar = emptyJar();
    jar.write('other=1');
    jar.write(reasonCookie('campaign.scheduled'));
    expect(takeReason(jar)).toBe('campaign.scheduled');
    expect(takeReason(jar)).toBeNull();
    expect(jar.cookie).toBe('other=1');
  });
  for (const value of ['', 'made.up', 'toString', '<script>'])
    it(`is a code of the list or nothing (${value || 'empty'})`, () => {
      const jar = emptyJar();
      jar.write(`vitrine-reason=${value}`);
      expect(takeReason(jar)).toBeNull();
    });
  it('names no person, and ends by itself', () => {
    expect(reasonCookie('intranet.closed')).toBe(
      'vitrine-reason=intranet.closed; Path=/; Max-Age=20; SameSite=Lax',
    );
  });
  for (const session of ['before', 'after'] as const)
    it(`is shown where they land, ${session} it is known who they are`, async () => {
      const landed = ask('app.campaign', { campaignId: campaignId(2) });
      const refusal = { reason: 'campaign.scheduled', asked: null } as const;
      // Asked, and not answered.
      const restoreSession = fromPromise<SignedIn | null, Record<string, never>>(
        () => new Promise(() => undefined),
      );
      const shop = appMachine.provide({
        actors: { session: sessionMachine.provide({ actors: { restoreSession } }) },
      });
      const app = createActor(shop, {
        input: {
          tenant: { client: 'feira', intranet: session === 'before', guestOrders: false },
          now: NOW,
          hint: session === 'before',
          cart: {},
          asked: landed,
          memory: { version: 1, returnTo: null, origin: null, refusal, login: null, address: null },
          seed: { campaigns: { campaigns: [openingIn(2, 60_000)], now: NOW } },
        },
      }).start();
      const offered = createBridge(app, createMemoryHistory(), () => undefined).offer(placeAsked(landed));
      await settled();
      if (session === 'before') {
        expect(app.getSnapshot().hasTag('booting')).toBe(true);
        app.send({ type: 'session.delayed' });
      }
      await offered;
      expect(app.getSnapshot().value).toBe('campaign');
      expect(refusalOf(app.getSnapshot())).toEqual(refusal);
      // It leaves with the next wish.
      app.send(ask('app.about', {}));
      expect(refusalOf(app.getSnapshot())).toBeNull();
      app.stop();
    });
});

import { describe, expect, it } from 'vitest';
import { ask, placeOf } from '#machines/navigation/place.ts';
import { landing, openShop, settled, world } from '../real-shop.ts';
import { address } from '#tests/support/samples.ts';
import { NOW, account, campaignId, cartUuid, newcomer, tokens } from '../samples.ts';

describe('signing in and up among the charts', () => {
  it('goes on with a sign-up that was loaded again, with every answer and a grant that came with the renewal', async () => {
    const made: { signupGrant: string | null; body: { name: string } }[] = [];
    const answers = {
      userId: newcomer.user.id,
      accepted: [{ id: 'terms', version: '1' } as const],
      name: 'Maria Silva',
      identification: '52998224725',
      typed: {},
      attrs: {},
      address,
      locked: [],
    };
    const restored = { restoreSession: () => ({ ...newcomer, signupGrant: 'renewed' }) };
    const app = openShop(
      world('newcomer'),
      placeOf('signup.postalCode', {}),
      { ...restored, createAccount: (sent) => void made.push(sent as never) },
      { signup: answers },
    ).start();
    await settled();
    expect(landing(app)).toBe('signup.postalCode');
    app.getSnapshot().children.signup?.send({ type: 'address.submitted' });
    await settled();
    expect(made).toMatchObject([
      { signupGrant: 'renewed', body: { name: 'Maria Silva', identification: '52998224725' } },
    ]);
    expect(app.getSnapshot().context).toMatchObject({ account, drafts: { signup: null } });
  });
  it.each([
    [true, 'app.likings'],
    [false, 'app.home'],
  ] as const)(
    'asks whoever came for nothing about their taste where an answer is needed (%s), then leads to %s',
    async (lacksLikings, screen) => {
      const answers = {
        userId: newcomer.user.id,
        accepted: [{ id: 'terms', version: '1' } as const],
        name: 'Maria Silva',
        identification: '52998224725',
        typed: {},
        attrs: {},
        address,
        locked: [],
      };
      const app = openShop(
        world('newcomer'),
        placeOf('signup.postalCode', {}),
        { createAccount: () => ({ ...account, lacksLikings }) },
        { signup: answers },
      ).start();
      await settled();
      app.getSnapshot().children.signup?.send({ type: 'address.submitted' });
      await settled();
      expect(landing(app)).toBe(screen);
    },
  );
  it('gives one person nothing of what another one answered', async () => {
    const other = {
      userId: campaignId(7),
      accepted: [],
      name: 'Outra Pessoa',
      identification: null,
      typed: {},
      attrs: {},
      address: null,
      locked: [],
    };
    const app = openShop(world('newcomer'), placeOf('signup.account', {}), {}, { signup: other }).start();
    await settled();
    expect(app.getSnapshot().children.signup?.getSnapshot().context.name).toBeNull();
  });
  it('comes back from the terms to the sign-up, with the tick and the way on', async () => {
    const app = openShop(world('newcomer')).start();
    await settled();
    app.send(ask('checkout.payment', { cartUuid }));
    await settled();
    app
      .getSnapshot()
      .children.signup?.send({ type: 'terms.accepted', texts: [{ id: 'terms', version: '1' }] });
    app.send(ask('app.about', {}));
    expect(landing(app)).toBe('app.about');
    app.send(ask('signup.account', {}));
    await settled();
    expect(landing(app)).toBe('signup.account');
    expect(app.getSnapshot().children.signup?.getSnapshot().context.accepted).toHaveLength(1);
    expect(app.getSnapshot().context.returnTo?.screen).toBe('checkout.payment');
  });
  it('leads somebody who signed in and has no account yet from the sign-in to the sign-up', async () => {
    const app = openShop(world('newcomer'), placeOf('login.options', {})).start();
    await settled();
    expect(landing(app)).toBe('signup.account (account.missing)');
  });
  it('types a code after the page was loaded again', async () => {
    const login = {
      channel: 'phone',
      ddi: '55',
      isoCode: 'BR',
      phone: '11987654321',
      email: '',
      sentTo: '+5511987654321',
      sentAt: NOW,
      resendAt: NOW + 60_000,
      expiresAt: NOW + 300_000,
    } as const;
    const memory = {
      version: 1,
      returnTo: placeOf('checkout.payment', { cartUuid }),
      origin: null,
      refusal: null,
      login,
      address: null,
    } as const;
    const app = openShop(
      world('visitor'),
      placeOf('login.codeSent', { type: 'login', channel: 'phone' }),
      {},
      { memory },
    ).start();
    await settled();
    expect(landing(app)).toBe('login.codeSent');
    app.getSnapshot().children.login?.send({ type: 'code.submitted', code: '123456' });
    await settled();
    expect(landing(app)).toBe('checkout.payment');
    expect(app.getSnapshot().context.drafts.login).toBeNull();
  });
  it('lets a visitor of a company answer the questions, and asks who it is before anything is made', async () => {
    const app = openShop(world('visitor', { intranet: true }), placeOf('signup.account', {})).start();
    await settled();
    const signup = app.getSnapshot().children.signup;
    signup?.send({ type: 'terms.accepted', texts: [{ id: 'terms', version: '1' }] });
    signup?.send({ type: 'signup.begun' });
    signup?.send({ type: 'name.submitted', name: 'maria silva' });
    expect(landing(app)).toBe('signup.identification');
    signup?.send({ type: 'identification.submitted', identification: '52998224725' });
    signup?.send({ type: 'postalCode.submitted', postalCode: '01310100' });
    await settled();
    signup?.send({ type: 'address.submitted' });
    expect(landing(app)).toBe('app.intranetLogin (intranet.identify)');
    expect(app.getSnapshot().context).toMatchObject({
      returnTo: { screen: 'signup.postalCode' },
      drafts: { signup: { name: 'Maria Silva' } },
    });
  });
  it('lets a sign-up go on with the grant that a renewal brought', async () => {
    const app = openShop(world('newcomer'), undefined, {
      restoreSession: () => ({ ...newcomer, signupGrant: null }),
      renewToken: () => ({ tokens: tokens('renewed', { timestamp: NOW + 1 }), signupGrant: 'newer' }),
    }).start();
    await settled();
    expect(app.getSnapshot().context.signupGrant).toBeNull();
    app.send({ type: 'token.rejected' });
    await settled();
    expect(app.getSnapshot().context).toMatchObject({
      session: 'client',
      signupGrant: 'newer',
      account: null,
    });
    expect(app.getSnapshot().context.user).toEqual(newcomer.user);
  });
});

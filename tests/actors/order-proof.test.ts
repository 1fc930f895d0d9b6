import { orderProofActors } from '#actors/order/order-proof.ts';
import { apiOf, run } from '#tests/support/store/ports.ts';
import { describe, expect, it } from 'vitest';
import { noon, order } from '../support/samples.ts';

const code = '7K3M9QX20ABCDEFG';
const path = `/api/operation/orders/code/${code}`;
const sent = { resendAfter: 60, expiresIn: 300, contact: '•••4321' };

/** The ports over what a tab keeps. */
function tab(answers: Record<string, unknown> = {}, kept: unknown = null) {
  const at = { now: noon, kept };
  const { api, sent: requests } = apiOf(answers);
  const vault = { read: () => at.kept, write: (value: unknown) => void (at.kept = value) };
  return {
    at,
    requests,
    ports: orderProofActors(
      () => Promise.resolve(api),
      vault,
      () => at.now,
    ),
  };
}

describe('the ports of the proof of an order', () => {
  it('remember in the tab that a code is on its way, until it is void, and for this order alone', async () => {
    const { at, ports, requests } = tab({ [`POST ${path}/proof`]: Response.json(sent, { status: 201 }) });
    expect(await run(ports.recallProof, { code })).toEqual({ sent: null, isOpened: false });
    await run(ports.sendCode, { code, channel: 'email' });
    expect(await requests[0]?.json()).toEqual({ key: 'EMAIL' });
    expect(await run(ports.recallProof, { code })).toMatchObject({
      sent: { channel: 'email', contact: '•••4321', resendAt: noon + 60_000 },
    });
    expect(await run(ports.recallProof, { code: '0123456789ABCDEF' })).toMatchObject({ sent: null });
    at.now += 300_000;
    expect(await run(ports.recallProof, { code })).toMatchObject({ sent: null });
  });
  it('keep the proof for as long as it lives, and send it in no address', async () => {
    const whole = { order, follow: { orderCode: code, state: order.state, events: [], allowedEvents: [] } };
    const opened = {
      [`POST ${path}/open`]: { proof: 'P.1.x', expiresIn: 1_800, ...whole },
      [`POST ${path}/opened`]: whole,
    };
    const { at, ports, requests } = tab(opened);
    await run(ports.openOrder, { code, channel: 'phone', digits: '123456' });
    expect(await requests[0]?.json()).toEqual({ key: 'PHONE', code: '123456' });
    expect(await run(ports.recallProof, { code })).toMatchObject({ isOpened: true });
    expect(await run(ports.recallPass, { code })).toEqual({ proof: 'P.1.x', until: noon + 1_800_000 });
    await run(ports.readOpened, { code, proof: 'P.1.x' });
    expect(requests.at(-1)?.url).not.toContain('P.1.x');
    at.now += 1_800_000;
    expect(await run(ports.recallPass, { code })).toBeNull();
  });
  it('do without what the tab kept where it cannot be read', async () => {
    for (const kept of [undefined, 7, { orders: [] }, { orders: { [code]: { pass: { proof: 1 } } } }])
      expect(await run(tab({}, kept).ports.recallPass, { code })).toBeNull();
  });
});

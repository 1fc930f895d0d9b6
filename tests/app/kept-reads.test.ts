import { createHash } from 'node:crypto';
import { createClient } from '#api/client.ts';
import { listPublicCampaigns } from '#contract/campaign.ts';
import { type FindKept, withKept } from '#shell/kept-reads.ts';
import { renderPage } from '#shell/render.tsx';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NOW, open, stubFetch, tenantOf, tomato } from './stub-shop.ts';

const ORIGIN = 'http://shop.test';
/** As the server keeps an answer. */
const keptOf = (body: unknown) => {
  const plain = Buffer.from(JSON.stringify(body));
  return { plain, etag: `"${createHash('sha256').update(plain).digest('base64url')}"` };
};
/** A shop whose reads are all kept. */
async function keptShop(addresses: readonly string[]): Promise<FindKept> {
  const fetch = stubFetch();
  const kept = new Map<string, ReturnType<typeof keptOf>>();
  for (const address of addresses) {
    const answer = await fetch(new Request(address));
    if (answer.ok) kept.set(address, keptOf(await answer.json()));
  }
  return (address) => kept.get(address);
}
/** A client that must not ask, over one kept answer. */
const clientOver = (find: FindKept) => {
  const fetch = vi.fn((_: Request): Promise<Response> => Promise.reject(new Error('nothing is asked')));
  return { fetch, client: withKept(createClient({ base: ORIGIN, app: 'client', fetch }), ORIGIN, find) };
};

describe('a page that is drawn from what is kept', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }));
  afterEach(() => void vi.useRealTimers());

  it('is the same as one whose calls were all sent, and sends none', async () => {
    for (const url of ['/', `/store/feira/catalog`, `/store/feira/product/${tomato}`, `/store/${open}`]) {
      const asked = new Set<string>();
      const sent = stubFetch();
      const page = { url, tenant: tenantOf(), sandbox: true, origin: ORIGIN, now: NOW, manifest: null };
      const first = await renderPage({
        ...page,
        fetch: (request) => {
          asked.add(request.url);
          return sent(request);
        },
      });
      expect(asked.size, url).toBeGreaterThan(2);
      const kept = await keptShop([...asked]);
      for (let drawing = 0; drawing < 2; drawing++) {
        const unsent = vi.fn(stubFetch());
        const again = await renderPage({ ...page, fetch: unsent, kept });
        expect([url, again.status, again.body === first.body]).toEqual([url, 200, true]);
        expect([url, ...unsent.mock.calls.map(([{ url: call }]) => call)]).toEqual([url]);
      }
    }
  });
});

describe('an answer that is kept', () => {
  const campaigns = async (): Promise<object[]> =>
    (await stubFetch()(new Request(`${ORIGIN}/api/operation/campaigns/public`))).json() as Promise<object[]>;

  it('is read once for all pages, and anew when its bytes are others', async () => {
    const list = await campaigns();
    const state = { kept: keptOf(list) };
    const read = () => clientOver(() => state.kept).client.call(listPublicCampaigns);
    const before = await read();
    state.kept = keptOf(list);
    expect(await read()).toBe(before);
    state.kept = keptOf(list.slice(0, 1));
    expect((await read()).length).toBe(1);
    expect(before.length).toBe(2);
  });

  it('cannot be changed by a page that was drawn from it', async () => {
    const kept = keptOf(await campaigns());
    const [first] = await clientOver(() => kept).client.call(listPublicCampaigns);
    expect(() => Object.assign(first ?? {}, { name: 'Outra' })).toThrow(TypeError);
    expect(() => first?.tags.push('x')).toThrow(TypeError);
  });

  it('is asked for where it is not kept, or does not fit the contract', async () => {
    for (const kept of [undefined, keptOf([{ id: 'no campaign' }])]) {
      const { client, fetch } = clientOver(() => kept);
      await expect(client.call(listPublicCampaigns)).rejects.toThrow();
      expect(fetch.mock.calls.map(([{ url }]) => url)).toEqual([`${ORIGIN}/api/operation/campaigns/public`]);
    }
  });
});

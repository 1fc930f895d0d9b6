import type { CatalogContext } from '#machines/catalog/catalog.machine.ts';
import { catalogMachine, visibleItems } from '#machines/catalog/catalog.machine.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';
import { bug, campaignId, fault, item, preview, refusedAs } from '../samples.ts';

const whole = [item(1), item(2), item(3, { name: 'Pão', tags: ['padaria'] })];
const allNames = whole.map(({ name }) => name);
export const machine = catalogMachine;
export const model: Model<typeof catalogMachine> = {
  inputs: [{}, { seed: { ref: 'campanha-1', preview: preview() } }],
  events: [
    { type: 'catalog.asked', campaign: 'campanha-1' },
    { type: 'catalog.asked', campaign: campaignId(1), tag: 'padaria' },
    { type: 'catalog.asked', campaign: 'campanha-1', q: 'nada disso' },
    { type: 'catalog.asked', campaign: 'outra' },
    { type: 'campaign.changed' },
    { type: 'session.closed' },
    { type: 'load.retried' },
    { type: 'network.restored' },
  ],
  outcomes: {
    loadPreview: [
      { ok: preview() },
      { ok: preview(2) },
      { ok: preview(0, []) },
      fault,
      bug,
      refusedAs('NOT_FOUND'),
      refusedAs('MALFORMED'),
    ],
    loadItems: [{ ok: whole }, { ok: [] }, fault, bug],
  },
  reduceContext: ({ ref, tag, q, preview: shown, items, failures }) => [
    ref,
    tag,
    q,
    shown?.totalElements,
    items.length,
    Math.min(1, failures),
  ],
};
/**
 * Category and words never load anything; another catalog always starts anew; items that are shown are never
 * taken away by a failure.
 */
export const oracle: Oracle = (snapshot, { steps, calls, told, before }) => {
  const context = snapshot.context as CatalogContext;
  const was = before?.context as CatalogContext | undefined;
  const event = steps.at(-1);
  const inside = ['completing', 'ready', 'empty', 'refreshing', 'partial'].some((state) =>
    snapshot.matches({ open: state } as never),
  );
  expectThat(inside === (context.preview !== null), 'a catalog that is shown has its campaign');
  expectThat(snapshot.matches('idle') === (context.ref === null), 'idle until asked');
  if (snapshot.matches({ open: 'ready' }))
    expectThat(visibleItems(context).length > 0, 'ready has something to show');
  if (snapshot.matches({ open: 'empty' })) expectThat(visibleItems(context).length === 0, 'empty has not');
  expectThat(
    snapshot.hasTag('whole') === /ready|"empty"|refreshing/.test(JSON.stringify(snapshot.value)),
    'all items, until another catalog is opened',
  );
  for (const tag of ['offline', 'failed'] as const)
    expectThat(snapshot.hasTag(tag) === snapshot.matches(tag), `${tag} is what it says`);
  expectThat(
    snapshot.hasTag('busy') === snapshot.matches({ open: 'loading' }) &&
      snapshot.hasTag('empty') === (snapshot.matches({ open: 'empty' }) || snapshot.matches('missing')),
    'busy and empty are what they say',
  );
  for (const [state, port] of [
    ['loading', 'loadPreview'],
    ['completing', 'loadItems'],
    ['refreshing', 'loadItems'],
  ] as const) {
    if (snapshot.matches(state))
      expectThat(
        calls.at(-1)?.port === port &&
          JSON.stringify(calls.at(-1)?.input) === JSON.stringify({ campaign: context.ref }),
        `${state} asks for it`,
      );
  }
  if (!event)
    return expectThat(
      context.preview === null || told.at(-1)?.action === 'notifyMet',
      'a seeded campaign is told of',
    );
  if (!before || !was) return;
  if (context.items === whole) {
    const wanted = context.q === 'nada disso' ? [] : context.tag === 'padaria' ? ['Pão'] : allNames;
    expectThat(
      String(visibleItems(context).map(({ name }) => name)) === String(wanted),
      'the category and the words that were asked for leave what fits them',
    );
  }
  if (event.type === 'catalog.asked') {
    const same =
      was.ref === event['campaign'] ||
      [was.preview?.campaign.id, was.preview?.campaign.slug].includes(event['campaign'] as string);
    expectThat(
      context.tag === (event['tag'] ?? null) && context.q === (event['q'] ?? null),
      'the newest wish filters',
    );
    if (same && (before.matches({ open: 'loading' }) || before.context['preview']))
      expectThat(
        context.items === was.items &&
          context.ref === was.ref &&
          snapshot.matches({ open: 'loading' }) === before.matches({ open: 'loading' }),
        'the same catalog is kept',
      );
    else
      expectThat(
        snapshot.matches({ open: 'loading' }) &&
          context.items.length === 0 &&
          context.ref === event['campaign'] &&
          context.failures === 0 &&
          !snapshot.hasTag('whole'),
        'another starts anew',
      );
  }
  if (event.type === 'session.closed')
    expectThat(
      snapshot.matches('idle') &&
        context.items.length === 0 &&
        context.q === null &&
        context.tag === null &&
        !snapshot.hasTag('whole'),
      'nothing stays for the next',
    );
  if (event.type === 'xstate.done.actor.loadPreview')
    expectThat(
      context.preview === event['output'] &&
        told.at(-1)?.action === 'notifyMet' &&
        context.failures === 0 &&
        snapshot.matches({ open: 'completing' }) ===
          (context.preview !== null && context.preview.totalElements > context.items.length),
      'the first items, then the rest',
    );
  if (event.type.startsWith('xstate.done') && event.type.endsWith('Items'))
    expectThat(
      context.items === event['output'] &&
        snapshot.hasTag('whole') &&
        context.failures === 0 &&
        (snapshot.matches({ open: 'ready' }) || snapshot.matches({ open: 'empty' })),
      'all items',
    );
  if (event['error']) {
    expectThat(context.items === was.items, 'a failure takes nothing away');
    const unknown = ['NOT_FOUND', 'MALFORMED'].includes(String((event['error'] as { code?: string }).code));
    const expected = before.matches({ open: 'completing' })
      ? ['partial']
      : before.matches({ open: 'refreshing' })
        ? ['ready', 'empty']
        : [unknown ? 'missing' : (event['error'] as Error).name === 'NetworkFault' ? 'offline' : 'failed'];
    expectThat(
      expected.some(
        (state) => snapshot.matches(state as never) || snapshot.matches({ open: state } as never),
      ),
      'a failure has its state',
    );
    if (!unknown && !before.matches({ open: 'refreshing' }))
      expectThat(context.failures === was.failures + 1, 'and is counted');
  }
  if (event.type === 'campaign.changed' && ['ready', 'empty'].includes(String(before.value)))
    expectThat(
      snapshot.matches({ open: 'refreshing' }) && context.items === was.items,
      'news are fetched behind what is shown',
    );
  if (
    before.matches({ open: 'partial' }) &&
    ['load.retried', 'network.restored', 'campaign.changed'].includes(event.type)
  )
    expectThat(snapshot.matches({ open: 'completing' }), 'the rest is tried again');
  if (
    (['offline', 'failed', 'missing'].includes(String(before.value)) && event.type === 'load.retried') ||
    (before.matches('offline') &&
      (event.type === 'network.restored' || event.type.startsWith('xstate.after')))
  )
    expectThat(snapshot.matches({ open: 'loading' }), 'tried again');
};

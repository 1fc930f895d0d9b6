import type { Quote, QuoteOption } from '#contract/cart.ts';
import { type FreightContext, freightMachine } from '#machines/address/freight.machine.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';
import { NOW, bug, campaignId, fault } from '../samples.ts';

const HOUR = 3_600_000;
const at = (ms: number): string => new Date(ms).toISOString();
const here = { latitude: -23.55, longitude: -46.68 };
const there = { latitude: -22.9, longitude: -47.06 };
const option = (type: QuoteOption['type'], more: Partial<QuoteOption> = {}): QuoteOption => ({
  id: type,
  name: type,
  type,
  price: 7.9,
  days: { min: 1, max: 7 },
  ...more,
});
const told = (options: QuoteOption[], more: Partial<Quote> = {}) => ({
  ok: { quote: { validUntil: at(NOW + 2 * HOUR), options, ...more }, at: NOW },
});
const brought = told([option('PICKUP'), option('SCHEDULED', { orderBy: at(NOW + HOUR) })]);
const express = told([option('EXPRESS')]);
const address = { postalCode: '05435-000', address: 'Rua Harmonia', city: 'São Paulo' };

export const machine = freightMachine;
export const model: Model<typeof freightMachine> = {
  inputs: [
    { subject: { id: campaignId(1), campaign: campaignId(2) }, place: null },
    { subject: { id: campaignId(1) }, place: { point: here } },
    { subject: { id: campaignId(1) }, place: { point: null } },
  ],
  events: [
    { type: 'postalCode.submitted', postalCode: '05435-000' },
    { type: 'answer.edited' },
    { type: 'place.changed', place: null },
    { type: 'place.changed', place: { point: null } },
    { type: 'place.changed', place: { point: here } },
    { type: 'place.changed', place: { point: there } },
    { type: 'load.retried' },
    { type: 'network.restored' },
    { type: 'code.reopened' },
    { type: 'place.accepted' },
  ],
  outcomes: {
    lookUpPostalCode: [{ ok: { ...address, ...here } }, { ok: address }, { ok: null }, fault, bug],
    loadQuote: [
      brought,
      express,
      told([option('PICKUP')], { refusal: 'AREA' }),
      told([option('PICKUP')], { ignoreShippingAddress: true }),
      told([]),
      fault,
      bug,
    ],
  },
  reduceContext: ({ place, found, told: known, failures }) => [
    found !== null,
    place && (place.point?.latitude ?? 0),
    known?.quote.options.map(({ type }: QuoteOption) => type).join(),
    Math.min(1, failures),
  ],
};

/** It says a price only of the place that is known, asks where none is, and never keeps what is over. */
export const oracle: Oracle = (snapshot, { steps, before, calls }) => {
  const { place, found, told: known, subject } = snapshot.context as FreightContext;
  const event = steps.at(-1);
  const was = before?.context as FreightContext | undefined;
  const options = known?.quote.options ?? [];
  const isBrought = options.some(({ type }) => type !== 'PICKUP');
  if (snapshot.hasTag('editable')) expectThat(place === null, 'asks only while no place is known');
  if (place === null) expectThat(snapshot.hasTag('editable') && known === null, 'no price without a place');
  expectThat(
    found === null || ['quoting', 'outside', 'offline', 'failed'].includes(String(snapshot.value)),
    'a typed place is told once it is known that something reaches it',
  );
  if (event?.type === 'code.reopened' && was?.found && before?.matches('outside'))
    expectThat(snapshot.matches('asking'), 'another code can be typed');
  if (event?.type === 'place.accepted' && before?.matches('outside'))
    expectThat(found === null && snapshot.matches('outside'), 'who stays there is there');
  if (place && place.point === null) expectThat(snapshot.matches('unplaced'), 'no price off the map');
  expectThat(!snapshot.matches('shown') || isBrought, 'a price only where it is brought');
  expectThat(
    !snapshot.matches('fetched') || (!isBrought && known?.quote.ignoreShippingAddress === true),
    'only to be fetched where the server says so',
  );
  expectThat(!snapshot.matches('outside') || (known !== null && !isBrought), 'outside where none comes');
  const asked = calls.at(-1);
  if (snapshot.matches('quoting'))
    expectThat(
      JSON.stringify(asked?.input) === JSON.stringify({ ...subject, point: place?.point }),
      'asks for its own thing at the place that is known',
    );
  if (event?.type === 'place.changed' && was) {
    const next = event['place'] as FreightContext['place'];
    if (JSON.stringify(next) === JSON.stringify(was.place))
      expectThat(
        JSON.stringify(snapshot.value) === JSON.stringify(before?.value),
        'the same place is no news',
      );
    else expectThat(known === null, 'another place has another price');
  }
  if (event?.type.startsWith('xstate.after') && before?.matches('shown'))
    expectThat(snapshot.matches('quoting') && known === was?.told, 'asks again, and shows it meanwhile');
  if (event?.type === 'xstate.error.actor.loadQuote')
    expectThat(
      snapshot.matches((event['error'] as Error).name === 'NetworkFault' ? 'offline' : 'failed'),
      'no answer is not a wrong one',
    );
  if (event?.type === 'xstate.error.actor.lookUp')
    expectThat(snapshot.hasTag('silent') && place === null, 'a search without an answer finds nothing');
  if (event?.type === 'xstate.done.actor.lookUp')
    expectThat(snapshot.hasTag('unknown') === (event['output'] === null), 'says that nobody knows the code');
  if (event?.type === 'answer.edited') expectThat(!snapshot.hasTag('unknown'), 'who mends it is not blamed');
  for (const state of ['offline', 'failed'])
    expectThat(snapshot.hasTag(state) === snapshot.matches(state), state);
  if (event?.type === 'load.retried' && (before?.matches('offline') || before?.matches('failed')))
    expectThat(snapshot.matches('quoting'), 'asked again by a press');
};

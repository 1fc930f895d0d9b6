import type { Address } from '#contract/place.ts';
import type { BookOutcome } from '#machines/address/address-book.machine.ts';
import type { AddressContext } from '#machines/address/setup.ts';
import { addressMachine } from '#machines/address/address.machine.ts';
import { ask } from '#machines/navigation/place.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import { form, isPlaced, notFitting, notTaken } from './asked-of-addresses.ts';
import { afterNumber, judgeMap } from './map-truth.ts';
import { judgeSave } from './save-truth.ts';
import { account, address, bug, fault, refusal, uuid } from '#tests/support/samples.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';

const { streetNumber: _number, ...street } = address;
const here = { latitude: -23.5, longitude: -46.6, accuracy: 12 };
const roughly = { ...here, accuracy: 201 };
const abroad = { ...here, latitude: 38.7, longitude: -9.1 };
const home: Address = { ...address, id: uuid(11) };
const input = { asked: ask('address.location', {}), location: null, isClient: false };
const outcome = (more: Partial<BookOutcome> = {}): { ok: BookOutcome } => ({
  ok: { account, answer: 'done', address: home, theirs: null, ...more },
});

export const machine = addressMachine;
export const model: Model<typeof addressMachine> = {
  inputs: [
    input,
    { ...input, isClient: true, asked: ask('address.number', {}) },
    { ...input, isClient: true, location: street, asked: ask('address.number', {}) },
    { ...input, isClient: true, location: home, asked: ask('address.details', {}) },
    { ...input, form },
  ],
  events: [
    ask('address.location', {}),
    ask('address.number', {}),
    ask('address.details', {}),
    ask('address.geolocation', {}),
    ask('address.pin', {}),
    { type: 'geolocation.declined' },
    { type: 'point.confirmed' },
    { type: 'pin.requested' },
    { type: 'pin.moved', direction: 'north', metres: 10 },
    { type: 'pin.dropped', at: { latitude: -23.5, longitude: -46.6 } },
    { type: 'pin.dropped', at: { latitude: 48.85, longitude: 2.35 } },
    { type: 'pin.reset' },
    { type: 'pin.confirmed' },
    { type: 'address.chosen', address },
    { type: 'address.chosen', address: street },
    { type: 'edit.requested', address: home },
    { type: 'theirs.chosen' },
    { type: 'postalCode.submitted', postalCode: '01310-100' },
    { type: 'postalCode.submitted', postalCode: '0' },
    { type: 'gps.requested' },
    { type: 'answer.edited' },
    { type: 'address.changed', patch: { streetNumber: '7', city: 'Outra' } },
    {
      type: 'address.changed',
      patch: {
        hasNumber: false,
        address: 'Rua B',
        neighborhood: 'Centro',
        city: 'Outra',
        administrativeArea: 'SP',
      },
    },
    { type: 'address.changed', patch: { addressType: 'WORK' } },
    { type: 'address.changed', patch: { addressType: 'HOME', attrs: { sector: 'TI' } } },
    { type: 'fields.unlocked' },
    { type: 'address.submitted' },
    { type: 'address.kept' },
    { type: 'load.retried' },
    { type: 'network.restored' },
    { type: 'restored' },
  ],
  outcomes: {
    lookUpPostalCode: [{ ok: street }, { ok: null }, fault, bug],
    locate: [
      { ok: here },
      { ok: roughly },
      { ok: abroad },
      { ok: { problem: 'denied' } },
      { ok: { problem: 'timedOut' } },
      bug,
    ],
    saveAddress: [
      outcome(),
      outcome({ answer: 'twin' }),
      outcome({ answer: 'contested', theirs: { ...home, reference: 'Banca' } }),
      fault,
      refusal('VERSION'),
      refusal('ADDRESS_LIMIT'),
      notTaken,
      notFitting,
      bug,
    ],
  },
  reduceContext: (given) => {
    const context = given as AddressContext;
    return [
      context.isClient,
      Object.keys(context.address ?? {})
        .toSorted()
        .join(),
      context.address?.city,
      context.form !== undefined,
      context.address?.addressType,
      context.address?.attrs !== undefined,
      context.locked.length > 0,
      context.editing !== null,
      context.location?.streetNumber !== undefined,
      context.refusal !== null,
      context.denied,
      context.pin === null || context.pin.latitude === context.address?.latitude,
    ];
  },
};

const isFoundBy = (event: { type: string } & Record<string, unknown>) =>
  Reflect.get(Object(event['output']), 'latitude') !== undefined;
/**
 * A place is told once, whole or as a point; everything read-only can be opened; failing to save keeps nobody
 * from using it.
 */
export const oracle: Oracle = (snapshot, trail) => {
  const { steps, calls, before: earlier } = trail;
  const context = snapshot.context as AddressContext;
  const place = context.address;
  const isDone = snapshot.matches('done');
  judgeSave(snapshot, trail);
  if (isDone) {
    expectThat(snapshot.output?.location === place && place !== null, 'the place is handed out');
    expectThat(
      place.hasCustomCoordinates === true || place.streetNumber !== undefined || place.hasNumber === false,
      'a place without number or point',
    );
  }
  for (const { port, input: sent } of calls) {
    if (port !== 'saveAddress') continue;
    const { address: kept, seen } = sent as { address: Address; seen: Address | null };
    expectThat(seen === null || seen.id === kept.id, 'what is changed is what was seen');
    expectThat(
      context.isClient && Boolean(kept.postalCode && kept.address && kept.neighborhood && kept.city),
      "a torn address is saved, or a visitor's",
    );
  }
  if (snapshot.matches('number')) expectThat(place?.postalCode !== undefined, 'a number without a street');
  for (const state of ['details', 'geolocation', 'pin'] as const)
    if (snapshot.matches(state)) expectThat(isPlaced(place), `${state} of no place`);
  judgeMap(snapshot, steps.at(-1), earlier);
  const value = JSON.stringify(snapshot.value);
  for (const [tag, states] of [
    ['busy', /lookingUp|locating|saving/],
    ['known', /found/],
    ['offline', /waiting/],
    ['failed', /unsaved/],
    ['refused', /invalid|refused|contested|rough|denied|timedOut|abroad/],
    ['editable', /choosing|invalid|number|details|explaining|pin/],
  ] as const) {
    expectThat(snapshot.hasTag(tag) === states.test(value), `${value}: ${tag}`);
  }
  const event = steps.at(-1);
  if (!event || !earlier) return;
  const before = earlier.context as AddressContext;
  const { type } = event;
  const choosing = earlier.matches({ location: 'choosing' }) || earlier.matches({ location: 'invalid' });
  if (type === 'address.chosen' && choosing)
    expectThat(
      place === event['address'] &&
        snapshot.matches((event['address'] as Address).streetNumber ? 'done' : 'number') &&
        context.locked.length > 0 &&
        context.known,
      'a saved address is taken, its number asked',
    );
  if (type === 'gps.requested' && choosing)
    expectThat(snapshot.matches({ location: 'locating' }), 'the device is asked');
  if (type === 'answer.edited')
    expectThat(
      !snapshot.matches({ location: 'invalid' }) && context.address === before.address,
      'what is mended is not refused',
    );
  if (
    type === 'postalCode.submitted' &&
    (choosing || earlier.matches('number') || earlier.matches({ location: 'locating' }))
  ) {
    expectThat(
      snapshot.matches({ location: event['postalCode'] === '0' ? 'invalid' : 'lookingUp' }),
      'a postal code is looked up',
    );
    if (event['postalCode'] !== '0')
      expectThat(
        Object.keys(place ?? {}).join() === 'postalCode' && context.locked.length === 0,
        'another code is another place',
      );
  }
  if (type.endsWith('.lookUp')) {
    const found = Boolean(event['output']);
    expectThat(
      snapshot.matches('number') &&
        context.known === found &&
        context.locked.length > 0 === found &&
        context.asked.type === 'asked.address.number',
      'only what the lookup filled is read-only',
    );
    if (type.includes('error')) expectThat(context.problem !== null, 'no lookup is told');
  }
  if (type.endsWith('.locate'))
    expectThat(
      isFoundBy(event)
        ? isDone && place?.latitude !== undefined && place.hasCustomCoordinates === true
        : snapshot.matches({ location: 'choosing' }) && context.denied,
      'a position, or another way',
    );
  if (type === 'xstate.error.actor.locate') expectThat(context.problem !== null, 'a failed position is told');
  if (type === 'address.changed' && (earlier.matches('number') || earlier.matches('details'))) {
    const patch = event['patch'] as Address;
    expectThat(
      place?.city ===
        (patch.city === undefined || before.locked.includes('city') ? before.address?.city : patch.city) &&
        (patch.attrs === undefined || place?.attrs?.['sector'] === 'TI') &&
        (patch.streetNumber === undefined || place?.streetNumber === '7') &&
        context.problem === null,
      'what is typed is kept, what is read-only too',
    );
  }
  if (type === 'fields.unlocked' && earlier.matches('number'))
    expectThat(context.locked.length === 0, 'every field has a way to open it');
  if (type === 'address.submitted' && earlier.matches('number'))
    expectThat(
      isPlaced(before.address)
        ? snapshot.matches(afterNumber(before)) &&
            context.asked.type === `asked.address.${afterNumber(before)}`
        : snapshot.matches({ number: 'invalid' }),
      'a place goes on to its details, a torn one says so',
    );
  if (type === 'address.submitted' && earlier.matches('details')) {
    const whole = Boolean(
      before.address?.address &&
        before.address.city &&
        (before.address.streetNumber ?? before.address.hasNumber === false),
    );
    const lacksSector =
      context.form && before.address?.addressType === 'WORK' && !before.address.attrs?.['sector'];
    const there = before.address?.streetNumber !== undefined || before.address?.hasNumber === false;
    expectThat(
      whole && there && !lacksSector
        ? snapshot.matches(before.isClient ? 'saving' : 'done')
        : snapshot.matches({ details: 'invalid' }),
      'a whole address goes on, a torn one says so',
    );
    if (!snapshot.matches('details'))
      expectThat(
        (place?.attrs?.['sector'] !== undefined) ===
          (context.form !== undefined &&
            place?.addressType === 'WORK' &&
            before.address?.attrs?.['sector'] !== undefined),
        'no answer outlives its question',
      );
  }
  if (type.startsWith('asked.address.')) {
    if (earlier.matches('saving')) expectThat(snapshot.matches('saving'), 'nobody leaves while it is saved');
    else if (type !== 'asked.address.number' && snapshot.matches('number'))
      expectThat(
        context.refusal?.reason === 'number.missing' && !isPlaced(before.address),
        'details follow the number',
      );
    else if (type === 'asked.address.pin' && snapshot.matches('geolocation'))
      expectThat(
        context.refusal?.reason === 'point.missing' && before.address?.latitude === undefined,
        'a pin is moved from somewhere',
      );
    else if (!snapshot.matches(type.slice('asked.address.'.length) as never))
      expectThat(
        snapshot.matches('location') &&
          context.refusal?.reason === 'address.missing' &&
          before.address?.postalCode === undefined,
        'no street, no number',
      );
    else
      expectThat(
        context.refusal === null && context.problem === null && !context.denied,
        'a new wish clears the refusal',
      );
  }
};

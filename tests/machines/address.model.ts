import type { Address, Form, FormField } from '#contract/place.ts';
import type { AddressContext } from '#machines/address/setup.ts';
import { addressMachine } from '#machines/address/address.machine.ts';
import { ask } from '#machines/navigation/place.ts';
import { expectThat } from '../support/expect-that.ts';
import { account, address, bug, fault, refusal } from '../support/samples.ts';
import type { Model, Oracle } from '../support/walk.ts';

const { streetNumber: _number, ...street } = address;
const input = { asked: ask('address.location', {}), addresses: [address], location: null, isClient: false };

const asked = (name: string): FormField => ({
  name,
  label: name,
  type: 'text',
  required: true,
  editable: true,
  hidden: false,
});
/** The city, which the lookup had told. */
const notTaken = refusal('MALFORMED', { fields: [{ field: 'addresses.0.city', message: 'Não existe' }] });
const isNotTaken = (error: unknown) => error === notTaken.error;

/** A store that leaves the city open and asks for a sector of whoever receives at work. */
const form: Form = {
  fields: [
    { ...asked('city'), editable: true },
    { ...asked('sector'), dependsOn: { field: 'addressType', equals: 'WORK' } },
  ],
  submit: { text: 'Salvar', waitingText: 'Preencha' },
};

export const machine = addressMachine;
export const model: Model<typeof addressMachine> = {
  inputs: [
    input,
    { ...input, isClient: true, asked: ask('address.number', {}) },
    { ...input, isClient: true, location: street, asked: ask('address.number', {}) },
    { ...input, form },
  ],
  events: [
    ask('address.location', {}),
    ask('address.number', {}),
    { type: 'address.chosen', address },
    { type: 'address.chosen', address: street },
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
    { type: 'refusal.dismissed' },
    { type: 'load.retried' },
    { type: 'network.restored' },
    { type: 'restored' },
  ],
  outcomes: {
    lookUpPostalCode: [{ ok: street }, { ok: null }, fault, bug],
    locate: [{ ok: { latitude: -23.5, longitude: -46.6 } }, { ok: null }, bug],
    saveAddress: [{ ok: account }, fault, refusal('VERSION'), notTaken, bug],
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
      context.refusal !== null,
      context.denied,
    ];
  },
};

/**
 * A place is told once, whole or as a point; everything read-only can be opened; failing to save keeps nobody
 * from using it.
 */
export const oracle: Oracle = (snapshot, { steps, calls, told, before: earlier }) => {
  const context = snapshot.context as AddressContext;
  const place = context.address;
  const isDone = snapshot.matches('done');
  expectThat(
    told.filter(({ action }) => action === 'notifyLocation').length === (isDone ? 1 : 0),
    'a place is told once, when it is chosen',
  );
  if (isDone) {
    expectThat(snapshot.output?.location === place && place !== null, 'the place is handed out');
    expectThat(
      place.hasCustomCoordinates === true || place.streetNumber !== undefined || place.hasNumber === false,
      'a place without number or point',
    );
  }
  for (const { port, input: sent } of calls) {
    if (port !== 'saveAddress') continue;
    const { address: kept } = sent as { address: Address };
    expectThat(
      context.isClient && Boolean(kept.postalCode && kept.address && kept.neighborhood && kept.city),
      "a torn address is saved, or a visitor's",
    );
  }
  if (snapshot.matches('number')) expectThat(place?.postalCode !== undefined, 'a number without a street');
  const value = JSON.stringify(snapshot.value);
  for (const [tag, states] of [
    ['busy', /lookingUp|locating|saving/],
    ['offline', /waiting/],
    ['failed', /unsaved/],
    ['refused', /invalid|refused/],
    ['editable', /choosing|invalid|number/],
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
      event['output']
        ? isDone && place?.latitude === -23.5 && place.hasCustomCoordinates === true
        : snapshot.matches({ location: 'choosing' }) && context.denied,
      'a position, or another way',
    );
  if (type === 'xstate.error.actor.locate') expectThat(context.problem !== null, 'a failed position is told');
  if (type === 'address.changed' && earlier.matches('number')) {
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
  if (type === 'address.submitted' && earlier.matches('number')) {
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
        : snapshot.matches({ number: 'invalid' }),
      'a whole address goes on, a torn one says so',
    );
    if (!snapshot.matches('number'))
      expectThat(
        (place?.attrs?.['sector'] !== undefined) ===
          (context.form !== undefined &&
            place?.addressType === 'WORK' &&
            before.address?.attrs?.['sector'] !== undefined),
        'no answer outlives its question',
      );
  }
  if (type === 'xstate.done.actor.save')
    expectThat(isDone && told.some(({ action }) => action === 'notifyAccount'), 'a saved address is told');
  if (type === 'xstate.error.actor.save')
    expectThat(
      (isNotTaken(event['error'])
        ? snapshot.matches({ number: 'refused' }) && context.locked.length === 0
        : snapshot.matches((event['error'] as Error).name === 'NetworkFault' ? 'waiting' : 'unsaved')) &&
        context.problem !== null,
      'what was not saved can still be used, and a field that was refused can be mended',
    );
  if (type === 'address.changed' && (earlier.matches('unsaved') || earlier.matches({ number: 'refused' })))
    expectThat(
      snapshot.matches({ number: 'typing' }) && context.problem === null,
      'what is mended is no longer refused',
    );
  if (earlier.matches({ number: 'refused' }) && type === 'address.kept')
    expectThat(isDone, 'it can be used as it is');
  const stuck = earlier.matches('waiting') || earlier.matches('unsaved');
  if (stuck && type === 'address.kept') expectThat(isDone, 'it can be used without saving');
  if (stuck && type === 'load.retried') expectThat(snapshot.matches('saving'), 'saved again');
  if (
    earlier.matches('waiting') &&
    (['network.restored', 'restored'].includes(type) || type.startsWith('xstate.after'))
  )
    expectThat(snapshot.matches('saving'), 'saved again by itself');
  if (type.startsWith('asked.address.')) {
    if (earlier.matches('saving')) expectThat(snapshot.matches('saving'), 'nobody leaves while it is saved');
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
  if (type === 'refusal.dismissed')
    expectThat(
      context.refusal === null && context.problem === null && !context.denied,
      'a refusal can be put away',
    );
};

import type { Address } from '#contract/place.ts';
import type { Point } from '#domain/place/point.ts';
import type { AddressContext } from '#machines/address/setup.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import type { Oracle } from '#tests/support/walk.ts';

/** Where the number leads: a place without a point is asked for one, a vague one is shown its point (D82). */
export const afterNumber = ({ address: place, locked }: AddressContext) =>
  place?.latitude === undefined
    ? 'geolocation'
    : place.hasCustomCoordinates !== true &&
        (place.hasNumber === false || (locked.includes('city') && !locked.includes('address')))
      ? 'pin'
      : 'details';

/** Where a place is on the map: only what the person confirms becomes its point, and nothing else of it changes. */
export function judgeMap(
  snapshot: Parameters<Oracle>[0],
  event: Parameters<Oracle>[1]['steps'][number] | undefined,
  earlier: Parameters<Oracle>[1]['before'],
) {
  if (!event || !earlier) return;
  const { address: place, pin, located } = snapshot.context as AddressContext;
  const { address: had, pin: was, located: told } = earlier.context as AddressContext;
  const { type } = event;
  const textOf = ({ latitude: _1, longitude: _2, hasCustomCoordinates: _3, ...text }: Address) =>
    JSON.stringify(text);
  if (earlier.matches('geolocation') || earlier.matches('pin')) {
    if (type !== 'geolocation.declined')
      expectThat(textOf(place ?? {}) === textOf(had ?? {}), 'the text of an address is kept');
    const isConfirmed = ['point.confirmed', 'pin.requested', 'pin.confirmed'].includes(type);
    if (!isConfirmed) expectThat(place?.latitude === had?.latitude, 'no point that was not confirmed');
  }
  if (earlier.matches({ geolocation: 'locating' }) && type.endsWith('.locateHere')) {
    const { accuracy, latitude, problem } = Object(event['output']) as Record<string, unknown>;
    const found =
      latitude === 38.7 ? 'abroad' : accuracy === 201 ? 'rough' : accuracy === 12 ? 'found' : null;
    expectThat(
      snapshot.matches({ geolocation: found ?? (problem === 'denied' ? 'denied' : 'timedOut') }),
      'what the device said is told as it is',
    );
    if (found === 'found' || found === 'rough') expectThat(located?.accuracy === accuracy, 'how sure it is');
  }
  const asks = ['explaining', 'found', 'rough', 'denied', 'timedOut', 'abroad'] as const;
  if (type === 'gps.requested' && asks.some((state) => earlier.matches({ geolocation: state })))
    expectThat(snapshot.matches({ geolocation: 'locating' }), 'the device is asked, and asked again');
  if (type === 'geolocation.declined' && earlier.matches('geolocation'))
    expectThat(snapshot.matches('details'), 'nobody has to say where they are');
  const isSure = earlier.matches({ geolocation: 'found' });
  if (type === 'point.confirmed' && earlier.matches('geolocation'))
    expectThat(
      isSure
        ? snapshot.matches('details') &&
            place?.latitude === told?.latitude &&
            place?.hasCustomCoordinates === true
        : snapshot.matches('geolocation'),
      'a sure point is the place, a rough one is not',
    );
  if (type === 'pin.requested' && (isSure || earlier.matches({ geolocation: 'rough' })))
    expectThat(snapshot.matches('pin') && place?.latitude === told?.latitude, 'it is adjusted from there');
  if (snapshot.matches('pin') && !earlier.matches('pin'))
    expectThat(pin?.latitude === place?.latitude && pin !== null, 'a pin begins where the place is');
  if (!earlier.matches('pin')) return;
  if (type === 'pin.moved')
    expectThat(Math.abs((pin?.latitude ?? 0) - (was?.latitude ?? 0) - 0.0000899) < 1e-6, 'ten metres north');
  if (type === 'pin.dropped') {
    const at = event['at'] as Point; // of the model
    expectThat(
      pin?.latitude === (at.latitude < 5 ? at.latitude : was?.latitude),
      'a pin is where it was dropped, and stays where it is when that is abroad',
    );
  }
  if (type === 'pin.reset') expectThat(pin?.latitude === place?.latitude, 'back where it was');
  if (type === 'pin.confirmed')
    expectThat(
      snapshot.matches('details') &&
        place?.latitude === was?.latitude &&
        place?.hasCustomCoordinates === true,
      'the place is where the pin is',
    );
}

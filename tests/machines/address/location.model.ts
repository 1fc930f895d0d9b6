import { DEFAULT_LOCATION } from '#domain/place/point.ts';
import { locationMachine } from '#machines/address/location.machine.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';

const here = { postalCode: '05435-000', latitude: -23.55, longitude: -46.69 };
const unmapped = { postalCode: '01310-100' };
export const machine = locationMachine;
export const model: Model<typeof locationMachine> = {
  inputs: [
    {},
    { memory: null },
    { memory: { version: 1, location: here } },
    { memory: { version: 1, location: null } },
  ],
  events: [
    { type: 'location.set', location: here },
    { type: 'location.set', location: unmapped },
    { type: 'location.returned' },
    { type: 'location.reset' },
    { type: 'session.closed' },
  ],
};
/**
 * A place that was set is no default; without one things are listed for the default point (§4, §9). Whoever
 * leaves takes their place along.
 */
export const oracle: Oracle = (snapshot, { steps, told, before }) => {
  const { location, isDefault, point } = snapshot.context;
  const last = steps.at(-1);
  expectThat(
    isDefault === (location === null) && snapshot.matches(isDefault ? 'default' : 'set'),
    'a place is the default until one is set',
  );
  expectThat(
    JSON.stringify(point) ===
      JSON.stringify(
        location?.latitude === undefined
          ? DEFAULT_LOCATION
          : { latitude: location.latitude, longitude: location.longitude },
      ),
    'things are listed for the place',
  );
  if (!last) return;
  const was = before?.context['location'] ?? null;
  if (last.type === 'location.returned') {
    expectThat(location === was, 'a return is chosen by the app, as any place is');
    const { action, event } = told.at(-1) ?? {};
    expectThat(
      (action === 'notifyReturn' && event === last) === (before?.context['before'] != null),
      'where one was before is asked for, where there is such a place',
    );
    return;
  }
  expectThat(
    last.type === 'location.set' ? location === last['location'] : location === null,
    'the last word counts',
  );
  expectThat(snapshot.context.before === (location ? was : null), 'the place before is known, and no other');
  if (before && was !== location) expectThat(told.at(-1)?.event === last, 'a change is told');
};

import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { deskMachine } from '#machines/ops/desk.machine.ts';
import { addressOf, deskScreenIds, deskScreens, placeAt, requestOf } from '#machines/ops/screens.ts';
import { walkOf } from '#tests/support/walked.ts';
import * as desk from './ops-desk.model.ts';
import * as handover from './ops-handover.model.ts';
import * as login from './ops-login.model.ts';
import * as money from './ops-money.model.ts';
import * as moves from './ops-moves.model.ts';
import * as office from './ops-office.model.ts';
import * as order from './ops-order.model.ts';
import * as pauses from './ops-pauses.model.ts';
import * as reveal from './ops-reveal.model.ts';
import * as proof from './ops-proof.model.ts';
import * as shift from './ops-shift.model.ts';
import * as table from './ops-table.model.ts';
import { staff } from './ops-samples.ts';
import * as ops from './ops.model.ts';

const walks = {
  'the operator’s side': walkOf(ops.machine, ops.model, ops.oracle),
  'the sign-in of staff': walkOf(login.machine, login.model, login.oracle),
  'the desk': walkOf(desk.machine, desk.model, desk.oracle),
  'the shift': walkOf(shift.machine, shift.model, shift.oracle),
  'the moves of orders': walkOf(moves.machine, moves.model, moves.oracle),
  'an order at the desk': walkOf(order.machine, order.model, order.oracle),
  'the table of orders': walkOf(table.machine, table.model, table.oracle),
  'the handover': walkOf(handover.machine, handover.model, handover.oracle),
  'the money of the desk': walkOf(money.machine, money.model, money.oracle),
  'the masked fields of an order': walkOf(reveal.machine, reveal.model, reveal.oracle),
  'the pauses of the shop': walkOf(pauses.machine, pauses.model, pauses.oracle),
  'the fresh proof': walkOf(proof.machine, proof.model, proof.oracle),
  'the office': walkOf(office.machine, office.model, office.oracle),
};

describe.each(Object.entries(walks))('%s', (_, walked) => {
  it.each(walked.states)('does in %s what its model says', (state) => {
    expect(walked.wrongIn(state)).toEqual([]);
  });
  it('takes every transition', () => {
    expect(walked.untaken()).toEqual([]);
  });
});

describe('the desk', () => {
  it.each(deskScreenIds)('keeps the shift, the moves and the money when %s is asked for', (screen) => {
    const desk = createActor(deskMachine, {
      input: { me: staff('OWNER'), place: { screen: 'today', id: null, search: {} } },
    }).start();
    const { shift, moves, money: till } = desk.getSnapshot().children;
    shift?.send({ type: 'sound.armed' });
    desk.send(requestOf({ screen, id: 'one', search: {} }));
    const after = desk.getSnapshot().children;
    expect([after.shift === shift, after.moves === moves, after.money === till]).toEqual([true, true, true]);
    expect(after.shift?.getSnapshot().hasTag('armed')).toBe(true);
    desk.stop();
  });
});

describe('the screens of the desk', () => {
  it('are the states of its chart', () => {
    const states = Object.keys(deskMachine.states).filter((state) => state !== 'arriving');
    expect(states.toSorted()).toEqual([...deskScreenIds].toSorted());
  });
  it.each(deskScreenIds)('leads to %s and back by its address', (screen) => {
    const place = { screen, id: screen === 'order' ? 'a/b' : null, search: { view: 'table' } };
    expect(placeAt(addressOf(place))).toEqual(place);
    expect(placeAt(`${deskScreens[screen].path.replace('$id', 'x')}/`)?.screen).toBe(screen);
  });
  it('knows no other address', () => {
    for (const address of [
      '/',
      '/ops/login',
      '/ops/orders/a/b',
      '/ops/orders/%zz',
      '/operation',
      '/ops/none',
    ])
      expect(placeAt(address), address).toBeNull();
  });
});

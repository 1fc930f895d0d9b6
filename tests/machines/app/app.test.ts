import { describe, expect, it } from 'vitest';
import { transitionsOf } from '#tests/support/coverage.ts';
import { type Path, pathsThrough, prepare } from '#tests/support/walk.ts';
import { walk } from '#tests/support/walked.ts';
import { guestModel } from './app.guests.ts';
import { doorModel, errandModel, machine, model, newsModel, oracle, orderModel } from './app.model.ts';
import { accountModel, newcomerModel } from './app-account.model.ts';
import { placeModel } from './app-places.model.ts';
import { walletModel } from './app-wallets.model.ts';

const valueOf = (key: string | undefined): string =>
  key === undefined ? '' : JSON.stringify((JSON.parse(key) as unknown[])[0]);
const isRefused = (key: string | undefined): unknown =>
  key === undefined ? '' : (JSON.parse(key) as unknown[][])[2]?.at(-1);
/**
 * One path for each event in each state to each state: the paths differ in how they came there, which the
 * state does not remember.
 */
const chosen = (paths: Path[]): Path[] => {
  const seen = new Map<string, Path>();
  for (const way of paths) {
    const [last, previous] = [way.steps.at(-1), way.steps.at(-2)];
    const from = previous?.to ?? way.start;
    // Before a campaign it matters whether one was refused there.
    const kind = `${valueOf(from)} ${isRefused(from)} ${JSON.stringify(last?.event)} ${valueOf(last?.to)}`;
    if (!seen.has(kind)) seen.set(kind, way);
  }
  return [...seen.values()];
};

describe('app', () => {
  it('takes every transition, and nobody is where they may not be', () => {
    const ways = pathsThrough(machine, model);
    const navigation = walk(machine, model, oracle, chosen(ways));
    const news = walk(machine, newsModel, oracle);
    const orders = walk(machine, orderModel, oracle);
    const errand = walk(machine, errandModel, oracle);
    const door = walk(machine, doorModel, oracle);
    const guests = walk(machine, guestModel, oracle, chosen(pathsThrough(machine, guestModel)));
    const wallets = walk(machine, walletModel, oracle);
    const places = walk(machine, placeModel, oracle);
    const accounts = walk(machine, accountModel, oracle);
    const newcomers = walk(machine, newcomerModel, oracle);
    const untaken = [news, orders, errand, door, guests, wallets, places, accounts, newcomers].map(
      (walked) => new Set(walked.missing()),
    );
    console.info(
      `app → ${navigation.states} states, ${transitionsOf(prepare(machine).machine).length} transitions (${chosen(ways).length} of ${ways.length} paths)`,
    );
    expect(
      navigation.missing().filter((transition) => untaken.every((missing) => missing.has(transition))),
    ).toEqual([]);
  });
});

import { ask } from '#machines/navigation/place.ts';
import { campaignId, itemId } from '../samples.ts';

const of = (campaign: string, more: object = {}) => ({ campaign, item: itemId(1), ...more });
/**
 * The screens that show what the search of their address says. Those of choices are asked for with every kind of
 * subject: of each status, gone, changed, none.
 */
export const searchAsks = [
  ask('app.products', {}),
  ask('app.products', {}, { q: 'pão', tags: 'frutas' }),
  ...(['app.kitOptionals', 'app.flavor', 'app.flavorConfirmation'] as const).flatMap((screen) => [
    ...[campaignId(1), 'campanha-2', campaignId(3), 'campanha-4', 'sumiu'].map((campaign) =>
      ask(screen, {}, of(campaign)),
    ),
    ask(screen, {}, of(campaignId(1), { choices: 'x' })),
    ask(screen, {}, of(campaignId(5))),
    ask(screen, {}),
  ]),
];

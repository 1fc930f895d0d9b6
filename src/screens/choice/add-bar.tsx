import { useNow, useRoot, useRootState } from '#client/hooks.ts';
import { useGo } from '#client/links.ts';
import { useSay } from '#client/say.ts';
import { useCampaign, usePersonLimit } from '#client/shop/campaign/campaigns.ts';
import { useCartRules } from '#client/shop/cart/cart-total.ts';
import { heldText } from '#client/shop/choice/choice-words.ts';
import type { Chosen } from '#client/shop/choice/chosen.ts';
import { chosenLineOf } from '#client/shop/choice/chosen-line.ts';
import { fullText } from '#client/shop/choice/item-words.ts';
import { haltText } from '#client/shop/campaign/campaign-words.ts';
import { itemPauseText } from '#client/shop/campaign/pause-words.ts';
import { RefusedBar } from '#client/shop/cart/refused-bar.tsx';
import { Button } from '#components/form/button.tsx';
import { Stepper } from '#components/form/stepper.tsx';
import { ActionBar } from '#components/layout/action-bar.tsx';
import { Text } from '#components/layout/text.tsx';
import { moneyText } from '#components/product/money.tsx';
import { haltOf } from '#domain/campaign-status.ts';
import { countUnits, lineKey } from '#domain/cart-line.ts';
import { filledRoom, heldPart } from '#domain/chosen-line.ts';
import { roomBeside } from '#domain/room.ts';
import { totalOnceAdded } from '#domain/money/line-total.ts';
import { useRef } from 'react';
import type { Choosing } from '#client/shop/choice/choosing.tsx';
import { LackBar } from './lack-bar.tsx';

/** How many, and the one button: into the cart, or to what is still missing. */
export function AddBar({ chosen, ...choosing }: Choosing & { chosen: Chosen }) {
  const { item, selection, isWhole } = choosing;
  const { stock, pack, changed, others } = chosen;
  const now = useNow(15_000);
  const product = useRoot('product');
  const cart = useRoot('cart');
  const go = useGo();
  const say = useSay();
  const rules = useCartRules();
  const lines = useRootState('cart', ({ context }) => context.lines);
  const wished = useRootState('product', ({ context }) => context.quantity);
  const campaign = useCampaign(item.campaignId)?.campaign;
  const perPerson = usePersonLimit(item.campaignId);
  const room = roomBeside(
    filledRoom(item, pack, stock, others),
    perPerson === undefined
      ? null
      : {
          most: perPerson,
          taken: countUnits(lines.filter((one) => one.campaignId === item.campaignId && one !== changed)),
        },
  );
  const quantity = Math.min(changed?.quantity ?? wished, Math.max(1, room.most));
  const line = chosenLineOf(choosing, chosen, campaign?.name ?? 'Produtos', quantity);
  const held = room.reason === 'STOCK' && heldPart(chosen.beside, selection, pack, room.most);
  const why = held ? heldText(room.most, held) : fullText(room, item, perPerson);
  const total = totalOnceAdded(changed ? lines.filter((one) => one !== changed) : lines, line, rules);
  const isPut = useRef(false);
  const halt = campaign ? haltOf(campaign, now) : null;
  if (halt) return <RefusedBar why="over" campaignId={item.campaignId} text={haltText(halt)} />;
  if (item.paused)
    return <RefusedBar why="soldOut" campaignId={item.campaignId} text={itemPauseText(item.paused)} />;
  if (!isWhole) return <LackBar {...choosing} price={total} />;
  if (room.most <= 0)
    return (
      <RefusedBar
        why="held"
        campaignId={item.campaignId}
        text={
          room.reason === 'PERSON'
            ? `${why}: já está no seu carrinho.`
            : 'Não há mais para levar assim. Troque uma escolha ou veja o que já está no carrinho.'
        }
      />
    );
  const finish = () => {
    // A second tap comes before the next screen does.
    if (isPut.current) return;
    isPut.current = true;
    if (changed) cart.send({ type: 'line.removed', key: lineKey(changed) });
    cart.send({ type: 'line.added', line });
    say(changed ? 'Escolhas trocadas' : `${item.name} no carrinho`);
    // Whoever came from the cart goes back to it, also where the line has left it meanwhile.
    if (choosing.subject.line !== undefined) go('app.cart');
    else go('app.catalog', { campaign: campaign?.slug ?? item.campaignId });
  };
  return (
    <ActionBar
      reason={
        line.quantity >= room.most ? (
          <Text size={15} tone="soft">
            {why}
          </Text>
        ) : undefined
      }
      start={
        changed ? undefined : (
          <Stepper
            kind="flat"
            alwaysOpen
            min={1}
            max={room.most}
            maxReason={why}
            quantity={line.quantity}
            name={item.name}
            onChange={(quantity) => product.send({ type: 'quantity.changed', quantity })}
          />
        )
      }
    >
      <Button onClick={finish}>{`${changed ? 'Trocar' : 'Adicionar'} · ${moneyText(total)}`}</Button>
    </ActionBar>
  );
}

import { useNow, useRoot, useRootState } from '#client/hooks.ts';
import { useGo } from '#client/links.ts';
import { useSay } from '#client/say.ts';
import { useCampaign } from '#client/shop/campaigns.ts';
import { useCartRules } from '#client/shop/cart-total.ts';
import { chosenLineOf } from '#client/shop/chosen-line.ts';
import { type Room, fullText, packageOf, roomFor } from '#client/shop/item-words.ts';
import { Button } from '#components/form/button.tsx';
import { Stepper } from '#components/form/stepper.tsx';
import { ActionBar } from '#components/layout/action-bar.tsx';
import { Text } from '#components/layout/text.tsx';
import { moneyText } from '#components/product/money.tsx';
import { hasEnded } from '#domain/campaign-status.ts';
import { lineKey } from '#domain/cart-line.ts';
import { choicesIn, chosenPrice, filledStock, namedChoices } from '#domain/choosing.ts';
import { totalOnceAdded } from '#domain/money/line-total.ts';
import { useRef } from 'react';
import type { Choosing } from '#client/shop/choosing.tsx';
import { LackBar } from './lack-bar.tsx';

type Props = Pick<Choosing, 'item' | 'groups' | 'selection' | 'subject' | 'isWhole' | 'send'>;

/** The line that the choice makes, what of the same item is in the cart, and how it goes there. */
function useChosenLine({ item, groups, selection, subject }: Props) {
  const cart = useRoot('cart');
  const lines = useRootState('cart', ({ context }) => context.lines);
  const { quantity: wished, packageId } = useRootState('product', ({ context }) => context);
  const campaign = useCampaign(item.campaignId)?.campaign;
  const campaignName = campaign?.name ?? 'Produtos';
  // A line that is changed keeps its box and its count.
  const changed =
    subject.line === undefined
      ? undefined
      : lines.find(
          (line) =>
            line.id === item.id &&
            line.campaignId === item.campaignId &&
            lineKey(line) === lineKey({ ...line, selection: choicesIn(subject.line ?? '') }),
        );
  const pack = packageOf(item, changed ? changed.packageId : packageId);
  const others = lines.filter(
    (line) => line !== changed && line.id === item.id && line.campaignId === item.campaignId,
  );
  const sumOf = (count: (line: (typeof lines)[number]) => number) =>
    others.reduce((all, line) => all + count(line), 0);
  const stock = filledStock(groups, selection);
  const own = roomFor(item, pack, {
    stock: sumOf(({ quantity, units }) => quantity * (units ?? 1)),
    quantity: sumOf(({ quantity }) => quantity),
  });
  // Lines that are filled otherwise take other parts.
  const inParts = Math.floor(stock / (pack?.units ?? 1));
  const room: Room = inParts < own.most ? { most: inParts, reason: 'STOCK' } : own;
  const quantity = Math.min(changed?.quantity ?? wished, Math.max(1, room.most));
  const line = chosenLineOf(item, pack, campaignName, quantity, {
    selection,
    choices: namedChoices(groups, selection),
    price: chosenPrice(item, groups, selection),
    stock,
  });
  const put = () => {
    if (changed) cart.send({ type: 'line.removed', key: lineKey(changed) });
    cart.send({ type: 'line.added', line });
  };
  return {
    line,
    lines: changed ? others : lines,
    room,
    isChange: changed !== undefined,
    campaign,
    put,
  };
}

/** How many, and the one button: into the cart, or to what is still missing. */
export function AddBar(props: Props) {
  const now = useNow(15_000);
  const { item, isWhole } = props;
  const product = useRoot('product');
  const go = useGo();
  const say = useSay();
  const rules = useCartRules();
  const { line, lines, room, isChange, campaign, put } = useChosenLine(props);
  const price = totalOnceAdded(lines, line, rules);
  const isOver = campaign !== undefined && hasEnded(campaign, now);
  const isPut = useRef(false);
  if (isOver)
    return (
      <ActionBar
        reason={
          <Text size={15} weight={600} tone="warn">
            Esta campanha terminou.
          </Text>
        }
      >
        <Button onClick={() => go('app.newHome')}>Ver outras campanhas</Button>
      </ActionBar>
    );
  if (!isWhole) return <LackBar {...props} price={price} />;
  if (room.most <= 0)
    return (
      <ActionBar
        reason={
          <Text size={15} weight={600} tone="warn">
            Não há mais para levar assim. Troque uma escolha ou veja o que já está no carrinho.
          </Text>
        }
      >
        <Button onClick={() => go('app.cart')}>Ver carrinho</Button>
      </ActionBar>
    );
  const finish = () => {
    // A second tap comes before the next screen does.
    if (isPut.current) return;
    isPut.current = true;
    put();
    say(isChange ? 'Escolhas trocadas' : `${item.name} no carrinho`);
    if (isChange) go('app.cart');
    else go('app.catalog', { campaign: campaign?.slug ?? item.campaignId });
  };
  return (
    <ActionBar
      reason={
        line.quantity >= room.most ? (
          <Text size={15} tone="soft">
            {fullText(room, item)}
          </Text>
        ) : undefined
      }
      start={
        isChange ? undefined : (
          <Stepper
            kind="flat"
            alwaysOpen
            min={1}
            max={room.most}
            maxReason={fullText(room, item)}
            quantity={line.quantity}
            name={item.name}
            onChange={(quantity) => product.send({ type: 'quantity.changed', quantity })}
          />
        )
      }
    >
      <Button onClick={finish}>{`${isChange ? 'Trocar' : 'Adicionar'} · ${moneyText(price)}`}</Button>
    </ActionBar>
  );
}

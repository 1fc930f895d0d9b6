import { useRoot, useRootState } from '#client/hooks.ts';
import { useGo, useLinkTo } from '#client/links.ts';
import { useNoAnswer } from '#client/no-answer.ts';
import { closedText, useClosedCampaigns } from '#client/shop/closed-campaigns.ts';
import type { Pressable } from '#components/form/link.ts';
import { lineKey } from '#domain/cart-line.ts';
import { goodsTotals } from '#domain/money/cart-totals.ts';
import { useEffect, useMemo } from 'react';
import { groupsOf, issueText, issuesOf, keysOfSoldOut } from './cart-words.ts';

export interface CartNext {
  /** Why the cart cannot go on, and what mends it. */
  reason: string | null;
  remedy?: (Pressable & { label: string }) | undefined;
  isBusy: boolean;
  proceed: () => void;
}

/** Going on to the checkout: what is in the way, else the way. */
export function useCheckoutBlocker(): CartNext {
  const cart = useRoot('cart');
  const go = useGo();
  const linkTo = useLinkTo();
  const lines = useRootState('cart', (s) => s.context.lines);
  const isRequested = useRootState('cart', (s) => s.context.isRequested);
  const isStuck = useRootState(
    'cart',
    (s) => s.context.uuid === null && (s.hasTag('offline') || s.hasTag('failed')),
  );
  const noAnswer = useNoAnswer();
  const known = useRootState('campaigns', (s) => s.context);
  const closed = useClosedCampaigns();
  useEffect(() => {
    const { unsubscribe } = cart.on('checkout.granted', ({ cartUuid }) =>
      go('checkout.shipping', { cartUuid }),
    );
    return () => {
      unsubscribe();
      cart.send({ type: 'checkout.withdrawn' });
    };
  }, [cart, go]);

  const blocker = useMemo((): { reason: string; remedy?: Pressable & { label: string } } | null => {
    const soldOut = keysOfSoldOut(lines);
    if (soldOut.length > 0)
      return {
        reason: soldOut.length === 1 ? 'Um produto esgotou.' : `${soldOut.length} produtos esgotaram.`,
        remedy: {
          label: 'Tirar do carrinho',
          onClick: () => soldOut.forEach((key) => cart.send({ type: 'line.removed', key })),
        },
      };
    for (const { campaignId, name, lines: own } of groupsOf(lines)) {
      const shut = closed.get(campaignId);
      if (shut)
        return {
          reason: closedText(shut),
          remedy: {
            label: 'Tirar do carrinho',
            onClick: () => own.forEach((line) => cart.send({ type: 'line.removed', key: lineKey(line) })),
          },
        };
      const campaign = [...known.campaigns, ...known.met].find(({ id }) => id === campaignId);
      const [issue] = campaign ? issuesOf(campaign, own, goodsTotals(own, []).subTotal) : [];
      if (issue)
        return {
          reason: issueText(issue, name),
          ...(issue.type.startsWith('MIN')
            ? { remedy: { label: 'Ver produtos', link: linkTo('app.catalog', { campaign: campaignId }) } }
            : {}),
        };
    }
    if (isStuck)
      return {
        reason: noAnswer.say(
          'O pedido segue quando a conexão voltar.',
          'O pedido segue assim que ela responder.',
        ),
        remedy: { label: 'Tentar agora', onClick: () => cart.send({ type: 'load.retried' }) },
      };
    return null;
  }, [lines, known, closed, isStuck, cart, linkTo, noAnswer]);

  return {
    reason: blocker?.reason ?? null,
    ...(blocker?.remedy ? { remedy: blocker.remedy } : {}),
    isBusy: isRequested,
    proceed: () => cart.send({ type: 'checkout.requested' }),
  };
}

import { useAppState, useRoot, useRootState } from '#client/hooks.ts';
import { useLinkTo } from '#client/links.ts';
import { useNoAnswer } from '#client/no-answer.ts';
import { type CheckoutRequest, useCheckoutRequest } from '#client/shop/cart/checkout-request.ts';
import { closedText } from '#client/shop/campaign/closed-campaigns.ts';
import { couponRefusalText } from '#client/shop/cart/coupon-words.ts';
import { useCouponWays } from '#client/shop/cart/coupon.ts';
import type { Pressable } from '#components/form/link.ts';
import { lineKey } from '#domain/cart-line.ts';
import type { HeldLine } from '#machines/cart/lines.ts';
import { useMemo } from 'react';
import { groupsOf, issueText } from './cart-words.ts';

export interface CheckoutStep {
  /** Why the cart cannot go on, and what mends it. */
  reason: string | null;
  remedy?: (Pressable & { label: string }) | undefined;
  isBusy: boolean;
  /** What leads on is called so. */
  label: string;
  proceed: () => void;
  /** The usual steps, where what leads on is the review of a known buyer. */
  chooseAnew: (() => void) | null;
}
type Words = { reason: string; remedy?: Pressable & { label: string } };

/** Going on to the checkout: what the cart says is in the way, in words and with a remedy, else the way. */
export function useCheckoutBlocker(): CheckoutStep {
  const { blocker, isBusy, request } = useCheckoutRequest();
  const wordsOf = useBlockerWords();
  const words = useMemo(() => blocker && wordsOf(blocker), [blocker, wordsOf]);
  const isKnown = useIsKnown();
  return {
    reason: null,
    ...words,
    isBusy,
    label: isKnown ? 'Comprar em 1 passo' : 'Continuar',
    proceed: () => request(isKnown),
    chooseAnew: isKnown ? () => request() : null,
  };
}

/**
 * Somebody who has ordered here with an account, as far as is known: the review says whether all of it still
 * holds (D80).
 */
function useIsKnown(): boolean {
  const isVisitor = useAppState(({ context }) => context.session === 'visitor');
  const hasOrdered = useRootState('orders', (s) => s.context.orders.length > 0);
  return hasOrdered && !isVisitor;
}

type Blocker = NonNullable<CheckoutRequest['blocker']>;
function useBlockerWords(): (blocker: Blocker) => Words {
  const cart = useRoot('cart');
  const linkTo = useLinkTo();
  const noAnswer = useNoAnswer();
  const { remove } = useCouponWays();
  return useMemo(() => {
    const removing = (lines: HeldLine[]) => ({
      label: 'Tirar do carrinho',
      onClick: () => lines.forEach((line) => cart.send({ type: 'line.removed', key: lineKey(line) })),
    });
    return (blocker) => {
      switch (blocker.type) {
        case 'soldOut': {
          const { length } = blocker.lines;
          const isPaused = blocker.lines.every(({ paused }) => paused);
          return {
            reason: isPaused
              ? length === 1
                ? 'Um produto está pausado.'
                : `${length} produtos estão pausados.`
              : length === 1
                ? 'Um produto esgotou.'
                : `${length} produtos esgotaram.`,
            remedy: removing(blocker.lines),
          };
        }
        case 'closed':
          return { reason: closedText(blocker), remedy: removing(blocker.lines) };
        case 'controls': {
          const [group] = groupsOf(blocker.lines);
          return {
            reason: issueText(blocker.issue, group?.name ?? ''),
            ...(group && blocker.issue.type.startsWith('MIN')
              ? {
                  remedy: {
                    label: 'Ver produtos',
                    link: linkTo('app.catalog', { campaign: group.campaignId }),
                  },
                }
              : {}),
          };
        }
        case 'coupon':
          return {
            reason: couponRefusalText(blocker, blocker.code, blocker.missing),
            remedy: { label: 'Remover o cupom', onClick: remove },
          };
        case 'unreachable':
          return {
            reason: noAnswer.say(
              'O pedido segue quando a conexão voltar.',
              'O pedido segue assim que ela responder.',
            ),
            remedy: { label: 'Tentar agora', onClick: () => cart.send({ type: 'load.retried' }) },
          };
      }
    };
  }, [cart, linkTo, noAnswer, remove]);
}

import type { LinkTarget } from '#components/form/link.ts';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { refusalOf } from '#machines/app/selectors.ts';
import { type ReasonCode, remedyOf } from '#machines/navigation/refusal.ts';
import { endsHere } from '#machines/navigation/what-now.ts';
import styles from './app-screen.module.css';
import { useShell } from './context.ts';
import { useAppState, useRefusalReason } from './hooks.ts';
import { useLinkTo, usePlace, usePlaceLink } from './links.ts';
import { refusalWords } from './refusal-words.ts';

/** Why the person is here and not where they asked to be. It leaves with the next thing they ask for. */
export function LastRefusal() {
  const reason = useRefusalReason();
  const remedy = useRemedy(reason);
  return reason ? (
    <div className={styles.refusal}>
      <RefusalNote text={refusalWords[reason]} {...(remedy ? { remedy } : {})} />
    </div>
  ) : null;
}

/** Why one is at WhatNow: what was just refused, else what its address says (D88). */
export function useReasonHere(said: string | undefined): ReasonCode | null {
  const reason = useRefusalReason();
  return reason ?? (endsHere(said) ? said : null);
}

interface RemedyAction {
  label: string;
  link: LinkTarget;
}

/**
 * What can be done about a refusal; undefined where filling in the screen or waiting is the way, and where
 * the way out leads to where one is.
 */
export function useRemedy(reason: ReasonCode | null): RemedyAction | undefined {
  const place = usePlace();
  const { addresses } = useShell();
  const remedy = useWayOut(reason);
  return remedy && place && remedy.link.href === addresses.hrefOf(place) ? undefined : remedy;
}
function useWayOut(reason: ReasonCode | null): RemedyAction | undefined {
  const linkTo = useLinkTo();
  const placeLink = usePlaceLink();
  const asked = useAppState((snapshot) => refusalOf(snapshot)?.asked ?? null);
  if (!reason) return undefined;
  switch (remedyOf[reason]) {
    case 'signIn':
      return { label: 'Entrar', link: linkTo('login.options') };
    case 'signUp':
      return { label: 'Completar cadastro', link: linkTo('signup.account') };
    case 'goHome':
      return { label: 'Ver as campanhas', link: linkTo('app.home') };
    case 'goCart':
      return { label: 'Ver o carrinho', link: linkTo('app.cart') };
    case 'goOrders':
      return { label: 'Ver o pedido', link: linkTo('app.accountDashboard') };
    case 'goIntranet':
      return { label: 'Acesso da empresa', link: linkTo('app.intranetLogin') };
    case 'seeCampaign': {
      const campaignId = asked && Object.values(asked.params)[0];
      return campaignId
        ? { label: 'Ver a campanha', link: linkTo('app.campaign', { campaignId }) }
        : { label: 'Ver as campanhas', link: linkTo('app.home') };
    }
    case 'retry':
      return asked ? { label: 'Tentar de novo', link: placeLink(asked) } : undefined;
    case 'fill':
    case 'wait':
      return undefined;
  }
}

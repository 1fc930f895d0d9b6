import { useRootState } from '#client/hooks.ts';
import { useLinkTo } from '#client/links.ts';
import { type CampaignWay, wayToOther } from './campaign-remedy.ts';
import type { UnmetReason } from '#domain/campaign-status.ts';

/** What can be done about one need that is not met; null where only waiting helps. */
export function useReasonRemedy(): (reason: UnmetReason) => CampaignWay | null {
  const linkTo = useLinkTo();
  const isVisitor = useRootState('session', (snapshot) => snapshot.matches('visitor'));
  return (reason) => {
    switch (reason.type) {
      case 'campaign':
        return wayToOther(reason, linkTo);
      case 'invites':
        // Invites are counted for an account; a visitor's own are known after signing in.
        return isVisitor
          ? { label: 'Entrar para ver seus convites', link: linkTo('app.invitations') }
          : { label: 'Ver meus convites', link: linkTo('app.invitations') };
      case 'key':
        return { label: 'Usar uma chave', link: linkTo('app.inviteCode') };
      case 'expired':
        return { label: 'Ver outras campanhas', link: linkTo('app.newHome') };
      case 'time':
      case 'paused':
        return null;
    }
  };
}

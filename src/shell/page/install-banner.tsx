import { useFrame } from '#client/frame-parts.ts';
import { useTenant } from '#client/hooks.ts';
import { useInstall } from '#client/install/install.ts';
import { isIos, outsideLink } from '#client/install/way.ts';
import { usePlace } from '#client/links.ts';
import { StoreOffer, type OfferWords } from '#components/feedback/store-offer.tsx';
import type { Way } from '#machines/install/install.machine.ts';
import { useEffect } from 'react';

const LATER = { text: 'Agora não', event: 'install.dismissed', variant: 'secondary' } as const;
/** What is said where the store has no words of its own. */
const bundled = (way: Way, name: string, byHand: boolean): OfferWords => ({
  title: way === 'outside' ? 'Abra no navegador' : `Deixe ${name} na tela inicial`,
  ...{
    prompt: {
      text: 'A loja abre com um toque, sem procurar o endereço.',
      buttons: [{ text: 'Instalar', event: 'install.accepted', variant: 'primary' } as const, LATER],
    },
    share: {
      text: 'Toque em Compartilhar e depois em Adicionar à Tela de Início.',
      buttons: [{ ...LATER, text: 'Entendi', variant: 'primary' } as const],
    },
    outside: {
      text: `Dentro de outro aplicativo a loja não fica na tela inicial; no navegador, fica.${
        byHand ? ' Toque nos três pontos e em Abrir no navegador.' : ''
      }`,
      buttons: [LATER],
    },
  }[way],
});

/**
 * The offer to keep the store on the home screen, over the page: where one looks around, and after an order. Never
 * where something is filled in or paid.
 * @param onOffered told whether it is there
 */
export function InstallBanner({ onOffered }: { onOffered: (isOffered: boolean) => void }) {
  const { name } = useTenant();
  const { state, send } = useInstall();
  const place = usePlace();
  const screen = place?.screen ?? null;
  const { bottom } = useFrame(screen);
  const { way, words } = state.context;
  const isThere = bottom === 'tabs' || bottom === 'cart' || screen === 'app.orderSuccess';
  const isOffered = state.hasTag('offered') && isThere;
  useEffect(() => {
    onOffered(isOffered);
    return () => onOffered(false);
  }, [isOffered, onOffered]);
  if (!isOffered || way === null) return null;
  const browser = { userAgent: navigator.userAgent, touchPoints: navigator.maxTouchPoints };
  const out = way === 'outside' ? outsideLink(browser, new URL(location.href)) : null;
  return (
    <StoreOffer
      words={words ?? bundled(way, name, isIos(browser))}
      out={out ? { text: 'Abrir no navegador', link: { href: out } } : null}
      onPress={(event) => {
        if (event === 'install.accepted' || event === 'install.dismissed') send({ type: event });
      }}
    />
  );
}

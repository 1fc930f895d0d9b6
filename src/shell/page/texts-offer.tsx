import { refusalText } from '#client/forms/form.ts';
import { useFrame } from '#client/frame-parts.ts';
import { useLinkTo, usePlace } from '#client/links.ts';
import { useTexts } from '#client/shop/account/texts.ts';
import { StoreOffer } from '#components/feedback/store-offer.tsx';
import { useEffect } from 'react';

const BUTTONS = [
  { text: 'Aceitar', event: 'texts.accepted', variant: 'primary' },
  { text: 'Agora não', event: 'texts.postponed', variant: 'secondary' },
] as const;
const words = {
  terms: { title: 'Os termos de uso mudaram', text: 'Ler os termos' },
  privacy: { title: 'A política de privacidade mudou', text: 'Ler a política' },
} as const;

/**
 * Asks somebody who accepted an older version of the store's texts, over the page: where one looks around, never in
 * a purchase or where something is filled in.
 * @param onOffered told whether it is there
 * @param onSettled nothing more is to be asked about these versions
 */
export function TextsOffer(props: { onOffered: (isOffered: boolean) => void; onSettled: () => void }) {
  const { onOffered, onSettled } = props;
  const { state, send } = useTexts(onSettled);
  const linkTo = useLinkTo();
  const { bottom } = useFrame(usePlace()?.screen ?? null);
  const isOffered = state.hasTag('offered') && (bottom === 'tabs' || bottom === 'cart');
  useEffect(() => {
    onOffered(isOffered);
    return () => onOffered(false);
  }, [isOffered, onOffered]);
  const { newer, problem } = state.context;
  const [first, second] = newer;
  if (!isOffered || !first) return null;
  const { title, text } = words[first.id];
  return (
    <StoreOffer
      words={{
        title: second ? 'Os termos e a política de privacidade mudaram' : title,
        text: 'Você aceitou a versão de antes. Em “Dados pessoais” você pode aceitar depois também.',
        buttons: BUTTONS,
      }}
      out={{ text, link: linkTo(first.id === 'terms' ? 'app.about' : 'app.privacy') }}
      problem={problem && refusalText(problem)}
      onPress={(event) => {
        if (event === 'texts.accepted' || event === 'texts.postponed') send({ type: event });
      }}
    />
  );
}

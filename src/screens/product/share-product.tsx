import { useSay } from '#client/say.ts';
import { IconButton } from '#components/form/icon-button.tsx';
import { IconShare2 } from '@tabler/icons-react';

/** The device's own way of sharing where it has one, else the address in the clipboard. */
export function ShareProduct({ name }: { name: string }) {
  const say = useSay();
  const share = async () => {
    const url = window.location.href;
    try {
      if (typeof navigator.share === 'function') await navigator.share({ title: name, url });
      else {
        await navigator.clipboard.writeText(url);
        say('Link copiado');
      }
    } catch (problem) {
      // Closing the device's sheet is an answer, not a fault.
      if (!(problem instanceof DOMException && problem.name === 'AbortError'))
        say('Copie o endereço da página para compartilhar.');
    }
  };
  return (
    <IconButton
      solid
      label={`Compartilhar ${name}`}
      icon={<IconShare2 size={24} />}
      onClick={() => void share()}
    />
  );
}

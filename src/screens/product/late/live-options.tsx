import { useConfiguration } from '#client/shop/choice/configuration.ts';
import { Text } from '#components/layout/text.tsx';
import { TextLink } from '#components/layout/text-link.tsx';
import type { Item } from '#contract/catalog.ts';
import type { ChoiceGroup } from '#domain/choosing.ts';
import type { ReactNode } from 'react';

interface Props {
  item: Item;
  /** There is something to show until then. */
  isKnown: boolean;
  /** @param groups as the shop has them now; null while it has not said */
  children: (groups: readonly ChoiceGroup[] | null) => ReactNode;
}

/** The options with what is left of each. What cannot be asked for stays as it is known. */
export function LiveOptions({ item, isKnown, children }: Props) {
  const { state, send } = useConfiguration(item, item.selectedKitItems);
  const isSilent = state.hasTag('offline') || state.hasTag('failed');
  if (isSilent && !isKnown)
    return (
      <>
        <Text tone="soft">Não deu para buscar os sabores agora.</Text>
        <TextLink onClick={() => send({ type: 'load.retried' })}>Tentar de novo</TextLink>
      </>
    );
  return children(state.matches('choosing') ? state.context.groups : null);
}

import { TextLink } from '#components/layout/text-link.tsx';
import { Text } from '#components/layout/text.tsx';
import { IconBuildingStore } from '@tabler/icons-react';
import { useChosenStore } from './chosen-store.ts';
import styles from './chosen-line.module.css';

/** "Loja: Feira Pinheiros", and the way back to all of them. */
export function ChosenLine() {
  const { name, undo } = useChosenStore();
  return (
    <div className={styles.line}>
      <IconBuildingStore size={20} aria-hidden="true" />
      <Text as="span" size={15} tone="soft">
        {`Loja: ${name}`}
      </Text>
      <TextLink onClick={undo}>Todas as lojas</TextLink>
    </div>
  );
}

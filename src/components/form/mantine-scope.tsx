import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/Input.css';
import { MantineProvider } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { cssVariables, theme } from './form-theme.ts';
import styles from './mantine-scope.module.css';

/**
 * Where Mantine lives: mounted around the one form that needs a list to search in, in a screen that is loaded
 * lazily, so that the first load of the shop has none of it.
 * Its variables are set on the room's own element and never on the page.
 */
export function MantineScope({ children }: { children: ReactNode }) {
  const [room, setRoom] = useState<HTMLDivElement | null>(null);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      cssVariablesSelector={`.${styles.room}`}
      getRootElement={() => room ?? undefined}
      forceColorScheme="light"
      withGlobalClasses={false}
    >
      <div ref={setRoom} className={styles.room} data-mantine-color-scheme="light">
        {children}
      </div>
    </MantineProvider>
  );
}

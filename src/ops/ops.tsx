import { Button, MantineProvider } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { DeskProvider } from './context.tsx';
import type { OpsActor } from './history.ts';
import { LoginPage } from './login.tsx';
import { theme } from './look/theme.ts';
import { Frame } from './parts/frame.tsx';
import { Note } from './parts/note.tsx';
import styles from './ops.module.css';

function Desk({ ops }: { ops: OpsActor }) {
  const desk = useSelector(ops, ({ children }) => children.desk);
  if (!desk) return null;
  return (
    <DeskProvider value={{ ops, desk }}>
      <Frame />
    </DeskProvider>
  );
}

/** Before it is known who is here. */
function Threshold({ ops }: { ops: OpsActor }) {
  const isUnreachable = useSelector(ops, (state) => state.hasTag('unreachable'));
  return (
    <main className={styles.threshold}>
      <h1 className={styles.title}>Balcão</h1>
      {isUnreachable ? (
        <Note
          tone="bad"
          title="Sem conexão."
          action={
            <Button size="sm" onClick={() => ops.send({ type: 'load.retried' })}>
              Tentar agora
            </Button>
          }
        >
          Não deu para saber quem está aqui. O balcão tenta de novo sozinho.
        </Note>
      ) : (
        <p role="status">Abrindo o balcão…</p>
      )}
    </main>
  );
}

/** The desk as a person sees it. */
export function Ops({ ops, store }: { ops: OpsActor; store: string }) {
  const where = useSelector(ops, (state) =>
    state.hasTag('desk') ? 'desk' : state.hasTag('login') ? 'login' : 'threshold',
  );
  return (
    <MantineProvider
      theme={theme}
      withCssVariables={false}
      withGlobalClasses={false}
      forceColorScheme="light"
    >
      {where === 'desk' ? (
        <Desk ops={ops} />
      ) : where === 'login' ? (
        <LoginPage ops={ops} store={store} />
      ) : (
        <Threshold ops={ops} />
      )}
    </MantineProvider>
  );
}

import { Button } from '@mantine/core';
import { useSelector } from '@xstate/react';
import type { LiveActor } from '../history.ts';
import styles from './live-switch.module.css';

/** Begins and ends looking at a store, and says what is heard of it. */
export function LiveSwitch({ live }: { live: LiveActor }) {
  const isOff = useSelector(live, (snapshot) => snapshot.matches('off'));
  const isWaiting = useSelector(live, (snapshot) => snapshot.matches({ on: 'waiting' }));
  const isRecording = useSelector(live, (snapshot) => snapshot.hasTag('recording'));
  const heard = isWaiting ? 'Esperando uma loja: abra uma em outra aba' : 'Ao vivo';
  return (
    <div className={styles.live}>
      <p role="status" className={styles.word}>
        {isOff ? null : isRecording ? 'Gravação aberta' : heard}
      </p>
      {isWaiting && (
        <a href="/" target="_blank" rel="noopener">
          Abrir a loja
        </a>
      )}
      <Button
        size="sm"
        variant={isOff ? 'filled' : 'default'}
        onClick={() => live.send({ type: isOff ? 'live.started' : 'live.stopped' })}
      >
        {isOff ? 'Ver ao vivo' : 'Parar'}
      </Button>
    </div>
  );
}

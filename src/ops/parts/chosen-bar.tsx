import { Button } from '@mantine/core';
import { inOrder, count } from '../words.ts';
import { useMoves } from '../context.tsx';
import { EventButtons } from './event-buttons.tsx';
import styles from './chosen-bar.module.css';

/** Many orders at once: how many, and the events that are legal for every one of them. */
export function ChosenBar() {
  const { chosen, send } = useMoves();
  const [first, ...others] = chosen;
  if (!first) return null;
  const common = first.allowedEvents.filter((event) =>
    others.every(({ allowedEvents }) => allowedEvents.includes(event)),
  );
  return (
    <section className={styles.bar} aria-label="Pedidos escolhidos">
      <b>{count(chosen.length, 'escolhido', 'escolhidos')}</b>
      {common.length > 0 ? (
        <EventButtons targets={chosen} events={inOrder(common, 'SHIPPING')} isFilled />
      ) : (
        <p>Nada vale para todos eles. Escolha pedidos no mesmo passo.</p>
      )}
      <Button variant="subtle" onClick={() => send({ type: 'choice.cleared' })}>
        Limpar escolha
      </Button>
    </section>
  );
}

import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ChartSamples, RunStep } from '#machines/book/run.ts';
import { objectIn } from '../../recording.ts';
import { type Offer, offersOf } from '../../simulation/offers.ts';
import type { Frame } from '../../simulation/play.ts';
import { outlookWords } from '../../simulation/words.ts';
import { eventWords } from '../../words/event-words.ts';
import { CodeName } from '../happens.tsx';
import { JsonForm } from './json-form.tsx';
import styles from './simulation.module.css';

interface Props {
  frame: Frame;
  samples: ChartSamples;
  onTake: (step: RunStep) => void;
}

function Event({ offer: { event, outlook }, onTake }: { offer: Offer } & Pick<Props, 'onTake'>) {
  const [isOpen, setOpen] = useState(false);
  const { type, ...data } = event;
  const words = eventWords(type);
  const said = outlook ? outlookWords(outlook) : 'Precisa de outros dados.';
  return (
    <li className={styles.offer}>
      <div className={styles.row}>
        <Button size="sm" variant="default" onClick={() => onTake({ do: 'send', event })}>
          {words}
        </Button>
        {words !== type && <CodeName>{type}</CodeName>}
        <button
          type="button"
          className={styles.goal}
          aria-expanded={isOpen}
          aria-label={`Dados de ${words}`}
          onClick={() => setOpen(!isOpen)}
        >
          dados
        </button>
      </div>
      {said !== null && <p className={styles.refused}>{said}</p>}
      {isOpen && (
        <JsonForm
          label={`Dados de ${words}, em JSON`}
          begin={data}
          read={objectIn}
          action="Mandar com estes dados"
          onValue={(payload) => onTake({ do: 'send', event: { ...payload, type } })}
        />
      )}
    </li>
  );
}

const isRequest = ({ event }: Offer) => event.type.startsWith('asked.');
/** More requests for screens than are listed among the rest. */
const FEW_REQUESTS = 3;

/** What the chart takes where it is, each to be sent. */
export function Events({ frame, samples, onTake }: Props) {
  const offers = offersOf(frame, samples);
  const requests = offers.filter(isRequest);
  const isFolded = requests.length > FEW_REQUESTS;
  const listed = isFolded ? offers.filter((one) => !isRequest(one)) : offers;
  const list = (those: readonly Offer[]) => (
    <ul className={styles.list}>
      {those.map((offer) => (
        <Event key={offer.event.type} offer={offer} onTake={onTake} />
      ))}
    </ul>
  );
  return (
    <section aria-label="Eventos">
      <h3 className={styles.heading}>Eventos aceitos agora</h3>
      {offers.length === 0 && <p className={styles.quiet}>Nenhum: este estado não espera eventos.</p>}
      {list(listed)}
      {isFolded && (
        <details>
          <summary>{requests.length} pedidos de tela</summary>
          {list(requests)}
        </details>
      )}
    </section>
  );
}

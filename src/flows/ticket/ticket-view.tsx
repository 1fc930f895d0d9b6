import { Button, TextInput } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { type FormEvent, useEffect, useState } from 'react';
import type { SnapshotFrom } from 'xstate';
import type { OpenedTicket, openedTicketMachine } from '#machines/book/opened-ticket.machine.ts';
import type { ChartFacts } from '../facts.ts';
import {
  type BookActor,
  type LiveActor,
  type SimulationActor,
  type TicketActor,
  pageNames,
} from '../history.ts';
import { Steps } from '../parts/live-log.tsx';
import { ranUntil } from './opened.ts';
import { RanChart } from './ran-chart.tsx';
import styles from './ticket-view.module.css';

interface Props {
  book: BookActor;
  live: LiveActor;
  simulation: SimulationActor;
  ticket: TicketActor;
  charts: readonly ChartFacts[];
}
type Trouble = Extract<
  SnapshotFrom<typeof openedTicketMachine>['value'],
  'unknown' | 'denied' | 'unheard' | 'absent'
>;

const day = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'short' });
const troubles: Readonly<Record<Trouble, string>> = {
  unknown: 'Esta loja não tem chamado com este código. Confira as letras; depois de 30 dias ele some.',
  denied:
    'Para ler chamados, entre na mesa desta loja (/ops) neste navegador, com um papel que atende pessoas.',
  unheard: 'A loja não respondeu. O código continua aqui.',
  absent:
    'Este livro são só arquivos: chamados abrem no livro que a loja mostra. Uma gravação abre em “Ao vivo”.',
};
const isTrouble = (value: string): value is Trouble => Object.hasOwn(troubles, value);

/** The code of a ticket, typed or pasted. */
function CodeForm({ book, ticket }: Pick<Props, 'book' | 'ticket'>) {
  const asked = useSelector(ticket, ({ context }) => context.code);
  const isReading = useSelector(ticket, (snapshot) => snapshot.matches('reading'));
  const [typed, setTyped] = useState<{ of: string; text: string } | null>(null);
  const code = typed?.of === asked ? typed.text : asked;
  const open = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() === '') return;
    book.send({ type: 'ticket.requested', code: code.trim() });
    ticket.send({ type: 'ticket.asked', code: code.trim() });
  };
  return (
    <form className={styles.form} onSubmit={open}>
      <TextInput
        label="Código do chamado"
        description="Dez letras e números, como 7K2QF-0M9XD; com ou sem traço."
        autoComplete="off"
        value={code}
        onChange={({ currentTarget }) => setTyped({ of: asked, text: currentTarget.value })}
      />
      <Button type="submit" loading={isReading}>
        Abrir chamado
      </Button>
    </form>
  );
}

function Opened({
  book,
  live,
  simulation,
  charts,
  opened,
}: Omit<Props, 'ticket'> & { opened: OpenedTicket }) {
  const at = useSelector(live, ({ context }) => context.at);
  const count = opened.steps.length;
  const look = (step: number) => live.send({ type: 'step.selected', at: step });
  const here = at ?? count - 1;
  return (
    <>
      <p className={styles.facts}>
        Chamado {opened.code}, de {day.format(opened.at)}; a loja o guarda até {day.format(opened.until)}.{' '}
        {opened.trace === null ? 'Nenhuma recusa veio antes.' : `Código do último problema: ${opened.trace}.`}
      </p>
      <section aria-labelledby="ran">
        <h3 id="ran" className={styles.heading}>
          Onde o app estava {here < count - 1 ? `no passo ${here + 1} de ${count}` : 'no último passo'}
        </h3>
        <ul className={styles.charts}>
          {ranUntil(opened, count === 0 ? null : here).map((ran) => (
            <RanChart
              key={`${ran.id} ${ran.states.join()}`}
              book={book}
              simulation={simulation}
              ran={ran}
              chart={charts.find(({ id }) => id === ran.chart)}
            />
          ))}
        </ul>
      </section>
      <section aria-labelledby="steps">
        <h3 id="steps" className={styles.heading}>
          Passos
        </h3>
        <div className={styles.tools}>
          <Button size="sm" variant="default" disabled={here <= 0} onClick={() => look(here - 1)}>
            Passo anterior
          </Button>
          <Button size="sm" variant="default" disabled={here >= count - 1} onClick={() => look(here + 1)}>
            Próximo passo
          </Button>
        </div>
        <Steps book={book} live={live} filter="" />
      </section>
    </>
  );
}

/** A ticket: what the app of somebody who asked for help did, and the way to the same states with made-up data. */
export function TicketView({ book, live, simulation, ticket, charts }: Props) {
  const value = useSelector(ticket, (snapshot) => snapshot.value);
  const opened = useSelector(ticket, ({ context }) => context.ticket);
  const asked = useSelector(ticket, ({ context }) => context.code);
  const named = useSelector(book, ({ context }) => context.code);
  // Whoever comes back to the page finds it in its address as well.
  useEffect(() => {
    if (named === '' && asked !== '') book.send({ type: 'ticket.requested', code: asked });
  }, [book, named, asked]);
  const isRecording = useSelector(live, (snapshot) => snapshot.hasTag('recording'));
  return (
    <main className={styles.view} aria-label={pageNames.ticket}>
      <h2 className={styles.name}>{pageNames.ticket}</h2>
      <p className={styles.quiet}>
        Quem pede ajuda pode anexar os últimos passos do app, só com nomes. Aqui eles abrem como gravação, e
        cada gráfico chega ao mesmo estado com dados inventados.
      </p>
      <CodeForm book={book} ticket={ticket} />
      {value === 'reading' && (
        <p role="status" className={styles.note}>
          Lendo o chamado…
        </p>
      )}
      {isTrouble(value) && (
        <div role="alert" className={styles.note}>
          <p>{troubles[value]}</p>
          {value !== 'unknown' && (
            <Button size="sm" variant="default" onClick={() => ticket.send({ type: 'ticket.retried' })}>
              Tentar de novo
            </Button>
          )}
        </div>
      )}
      {opened !== null && (
        <div className={styles.note}>
          <Button
            size="sm"
            variant="default"
            onClick={() => {
              ticket.send({ type: 'ticket.closed' });
              if (isRecording) live.send({ type: 'live.stopped' });
              book.send({ type: 'ticket.requested' });
            }}
          >
            Fechar chamado
          </Button>
        </div>
      )}
      {opened !== null && isRecording && (
        <Opened book={book} live={live} simulation={simulation} charts={charts} opened={opened} />
      )}
      {opened !== null && !isRecording && (
        <p className={styles.note}>O livro olha agora uma loja aberta. Abra o chamado de novo para vê-lo.</p>
      )}
    </main>
  );
}

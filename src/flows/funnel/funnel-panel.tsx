import { Button } from '@mantine/core';
import { useSelector } from '@xstate/react';
import type { Funnel, FunnelState } from '#contract/ops/funnel.ts';
import { isLoss } from '#domain/ops/funnel.ts';
import type { BookActor } from '../history.ts';
import { useFunnel } from './context.ts';
import { causeWords, countWords, medianWords } from './funnel-words.ts';
import styles from './funnel.module.css';

/** Where a person says yes to it, and what then is told. */
function Allowed() {
  return (
    <p className={styles.quiet}>
      Conta-se só quem entrou na loja e permitiu “Contar como a loja é usada” em Dados pessoais: nada sai
      antes do sim, nem depois do não. Ficam números por dia, sem dizer de quem nem o que veio depois do quê.
    </p>
  );
}

function Row({ book, one, fewest }: { book: BookActor; one: FunnelState; fewest: number }) {
  const { state, entries, exits, median, causes, isShort } = one;
  const selected = useSelector(book, ({ context }) => context.state);
  return (
    <tbody data-selected={state === selected || undefined}>
      <tr>
        <th scope="row">
          <button
            type="button"
            className={styles.state}
            onClick={() => book.send({ type: 'state.selected', state })}
          >
            {state}
          </button>
        </th>
        <td>{countWords(entries)}</td>
        <td>{countWords(exits)}</td>
        <td>{medianWords(median) ?? '–'}</td>
      </tr>
      {exits > 0 && (
        <tr>
          <td colSpan={4} className={styles.causes}>
            <ul aria-label={`Por que se sai de ${state}`}>
              {causes.map(({ event, count }) => (
                <li key={event} className={isLoss(event) ? styles.lost : undefined}>
                  {countWords(count)} × {causeWords(event)}
                </li>
              ))}
              {isShort && (
                <li className={styles.quiet}>
                  {causes.length > 0 ? 'outros motivos' : 'motivos'}, cada um menos de {fewest} vezes
                </li>
              )}
            </ul>
          </td>
        </tr>
      )}
    </tbody>
  );
}

function Table({ book, funnel: { states, days, fewest } }: { book: BookActor; funnel: Funnel }) {
  return (
    <>
      <table className={styles.table}>
        <caption>Últimos {days} dias; primeiro onde mais se perde</caption>
        <thead>
          <tr>
            <th scope="col">Estado</th>
            <th scope="col">Entram</th>
            <th scope="col">Saem</th>
            <th scope="col">Mediana</th>
          </tr>
        </thead>
        {states.map((one) => (
          <Row key={one.state} book={book} one={one} fewest={fewest} />
        ))}
      </table>
      <p className={styles.quiet}>
        Perde-se quem fecha a página ou vai para outra parte da loja. Um motivo ou um tempo só é dito a partir
        de {fewest} vezes, para que ninguém seja reconhecido. A mediana é do tempo no estado, em faixas. Um
        estado por onde só se passa não é contado.
      </p>
      <Allowed />
    </>
  );
}

/** What is to be done where there are no numbers. */
function Instead({ stands }: { stands: string }) {
  const funnel = useFunnel();
  const again = (
    <Button size="sm" variant="default" onClick={() => funnel.send({ type: 'load.retried' })}>
      Ler de novo
    </Button>
  );
  switch (stands) {
    case 'absent':
      return (
        <p>Estas páginas não vêm de uma loja, e os números são dela. Abra o livro na loja, em /flows.</p>
      );
    case 'empty':
      return (
        <>
          <p>
            Nada foi contado nestes dias. Os números aparecem quando alguém que permitiu ser contado passa
            pela compra, alguns segundos depois de cada passo.
          </p>
          <Allowed />
          {again}
        </>
      );
    case 'signedOut':
      return (
        <>
          <p>
            Os números são da equipe da loja, e ninguém dela entrou neste navegador. Entre na mesa e leia de
            novo; nesta loja de teste, um toque entra como quem só consulta.
          </p>
          <div className={styles.acts}>
            <Button size="sm" onClick={() => funnel.send({ type: 'tester.asked' })}>
              Entrar como Otto, consulta
            </Button>
            <a href="/ops" target="_blank" rel="noopener">
              Abrir a mesa
            </a>
            {again}
          </div>
        </>
      );
    case 'refused':
      return (
        <>
          <p>
            Quem entrou na mesa trabalha só em alguns pontos, e os números são da loja toda. Entre na mesa
            como alguém que trabalha em todos e leia de novo.
          </p>
          <div className={styles.acts}>
            <a href="/ops" target="_blank" rel="noopener">
              Abrir a mesa
            </a>
            {again}
          </div>
        </>
      );
    default:
      return null;
  }
}

/** What was counted of the checkout, as a list, or why there is nothing to see. */
export function FunnelPanel({ book }: { book: BookActor }) {
  const actor = useFunnel();
  const funnel = useSelector(actor, ({ context }) => context.funnel);
  const stands = useSelector(actor, ({ value }) => value);
  const isComing = stands === 'loading' || stands === 'entering';
  return (
    <section className={styles.panel} aria-label="Funil">
      <h2 className={styles.name}>Funil</h2>
      <p role="status" className={styles.status}>
        {isComing ? 'Lendo os números…' : null}
      </p>
      {stands === 'failed' && (
        <div role="alert" className={styles.acts}>
          <p>A loja não respondeu. Nada se perdeu: o que foi contado está nela.</p>
          <Button size="sm" onClick={() => actor.send({ type: 'load.retried' })}>
            Tentar de novo
          </Button>
        </div>
      )}
      {funnel && funnel.states.length > 0 && <Table book={book} funnel={funnel} />}
      <Instead stands={stands} />
    </section>
  );
}

import { Button } from '@mantine/core';
import { useState } from 'react';
import type { OpsOrder } from '#contract/ops/orders.ts';
import type { OpsReturn } from '#contract/ops/return.ts';
import type { Pictures } from '#machines/ops/order.machine.ts';
import { chargeWords, momentOf, reais } from '../words.ts';
import { Note } from './note.tsx';
import sums from './order-panels.module.css';
import { Panel } from './panel.tsx';
import styles from './return-panel.module.css';

const kindWords: Readonly<Record<OpsReturn['kind'], string>> = {
  REGRET: 'Desistiu da compra',
  DEFECT: 'Veio com defeito, estragado ou outro produto',
  MISSING: 'Faltou no pedido',
};
const wishWords: Readonly<Record<OpsReturn['wish'], string>> = {
  REFUND: 'O dinheiro de volta',
  EXCHANGE: 'Trocar por outro produto, com crédito na carteira',
};
const wantedText = ({ wanted }: OpsReturn): string =>
  wanted.map(({ quantity, name }) => `${quantity} × ${name ?? 'item que a loja não tem mais'}`).join(', ');

function Picture({ source, at }: { source: string | null | undefined; at: number }) {
  const [isLarge, setLarge] = useState(false);
  const name = `Foto ${at + 1}`;
  if (source === null) return <p className={styles.gone}>{name} já foi apagada pela idade.</p>;
  if (source === undefined) return <p className={styles.gone}>{name} está chegando…</p>;
  return (
    <button
      type="button"
      className={styles.picture}
      aria-pressed={isLarge}
      aria-label={`${name} da devolução, ${isLarge ? 'grande' : 'pequena'}`}
      onClick={() => setLarge(!isLarge)}
    >
      <img src={source} alt="" className={styles.image} />
    </button>
  );
}

/** What the buyer asks for who gives goods back: all that whoever decides about it has to know. */
export function ReturnPanel({
  order: { returnRequest: asked, state },
  pictures,
  isWithoutPictures,
  onRetry,
}: {
  order: Pick<OpsOrder, 'returnRequest' | 'state'>;
  pictures: Pictures;
  isWithoutPictures: boolean;
  onRetry: () => void;
}) {
  if (!asked) return null;
  const isOpen = state === 'RETURN_REQUESTED';
  const facts: [string, string][] = [
    ['Motivo', kindWords[asked.kind]],
    ...(asked.reason ? [['Nas palavras da pessoa', asked.reason] satisfies [string, string]] : []),
    ['Quer', wishWords[asked.wish]],
    ...(asked.wanted.length > 0 ? [['No lugar', wantedText(asked)] satisfies [string, string]] : []),
  ];
  return (
    <Panel
      title={isOpen ? 'Devolução para decidir' : 'Última devolução pedida'}
      fact={momentOf(asked.at)}
      tone={isOpen ? 'bad' : undefined}
    >
      <dl className={sums.facts}>
        {facts.map(([name, value]) => (
          <div key={name} className={sums.fact}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <dl className={sums.sums}>
        {asked.items.map(({ childId, name, quantity, amount }) => (
          <div key={`${childId}-${name}`} className={sums.row}>
            <dt>
              {quantity} × {name}
            </dt>
            <dd>{reais(amount)}</dd>
          </div>
        ))}
        <dt className={sums.total}>{asked.withShipping ? 'Vale, com a entrega' : 'Vale'}</dt>
        <dd className={sums.total}>{reais(asked.amount)}</dd>
        {asked.back?.map(({ type, amount }) => (
          <div key={`${type}-${amount}`} className={sums.row}>
            <dt>Se voltar: {chargeWords[type]}</dt>
            <dd>{reais(amount)}</dd>
          </div>
        ))}
        {asked.back?.length === 0 ? (
          <>
            <dt>Se voltar: crédito na carteira</dt>
            <dd>{reais(asked.amount)}</dd>
          </>
        ) : null}
      </dl>
      {asked.photos.length > 0 ? (
        <div className={styles.pictures}>
          {asked.photos.map((id, at) => (
            <Picture key={id} source={pictures[id]} at={at} />
          ))}
        </div>
      ) : (
        <p className={styles.gone}>Sem fotos.</p>
      )}
      {isWithoutPictures ? (
        <Note
          tone="warn"
          title="As fotos não vieram."
          action={<Button onClick={onRetry}>Tentar agora</Button>}
        >
          O resto do pedido está em dia.
        </Note>
      ) : null}
    </Panel>
  );
}

import { Button } from '@mantine/core';
import { type ChangeEvent, useState } from 'react';
import type { BookActor } from '../history.ts';
import { saveAs } from '../save.ts';
import { Length, Where } from './copy-item.tsx';
import { type Difference, type Outcome, changesOf, differencesIn } from './table.ts';
import type { CopyText } from './text.ts';
import styles from './copy.module.css';

/** Said as well as coloured; what is red is not handed out. */
const outcomes: Readonly<Record<Outcome, { word: string; isRed: boolean }>> = {
  changed: { word: 'Muda', isRed: false },
  missing: { word: 'Falta o texto novo', isRed: true },
  tooLong: { word: 'Longo demais', isRed: true },
  broken: { word: 'As partes {1}, {2}… não são as mesmas', isRed: true },
  stale: { word: 'Não está mais na loja assim', isRed: true },
};

function Row({ book, row: { outcome, from, to, known, file } }: { book: BookActor; row: Difference }) {
  const { word, isRed } = outcomes[outcome];
  return (
    <li className={styles.item} data-red={isRed || undefined}>
      <div>
        <p>
          <strong className={isRed ? styles.fault : styles.fine}>{word}</strong>
        </p>
        <dl className={styles.change}>
          <dt>Antes</dt>
          <dd className={styles.text}>{from}</dd>
          <dt>Agora</dt>
          <dd className={styles.text}>{to.trim() === '' ? '(vazio)' : to}</dd>
        </dl>
        {known ? (
          <>
            <p className={styles.quiet}>
              <Length text={to} kind={known.kind} />
            </p>
            <Where book={book} text={known} />
          </>
        ) : (
          <p className={styles.where}>
            <code>{file}</code>
          </p>
        )}
      </div>
    </li>
  );
}

/** Reads an edited table, shows what it changes, and hands out what can be written into the sources. */
export function CopyImport({ book, texts }: { book: BookActor; texts: readonly CopyText[] }) {
  const [fault, setFault] = useState<string | null>(null);
  const [read, setRead] = useState<{ name: string; rows: readonly Difference[] } | null>(null);
  const open = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    if (!file) return;
    const rows = differencesIn(await file.text(), texts);
    setFault(rows ? null : `“${file.name}” não é uma tabela desta mesa: as colunas dela faltam.`);
    setRead(rows && { name: file.name, rows });
  };
  const changes = changesOf(read?.rows ?? []);
  const red = (read?.rows.length ?? 0) - changes.length;
  return (
    <section aria-labelledby="import" className={styles.import}>
      <h3 id="import" className={styles.heading}>
        Trazer uma tabela de volta
      </h3>
      <label className={styles.file}>
        Abrir tabela editada (CSV)
        <input type="file" accept="text/csv,.csv" onChange={(event) => void open(event)} />
      </label>
      {fault !== null && (
        <p role="alert" className={styles.fault}>
          {fault}
        </p>
      )}
      {read && (
        <>
          <p role="status">
            {read.rows.length === 0
              ? `“${read.name}” não muda nada.`
              : `“${read.name}”: ${changes.length === 1 ? '1 texto muda' : `${changes.length} textos mudam`}${red === 0 ? '.' : `; ${red === 1 ? '1 fica' : `${red} ficam`} de fora, em vermelho.`}`}
          </p>
          {changes.length > 0 && (
            <p>
              <Button
                size="sm"
                onClick={() =>
                  saveAs(
                    'mudancas.json',
                    new Blob([JSON.stringify(changes, null, 2)], { type: 'application/json' }),
                  )
                }
              >
                Baixar as mudanças
              </Button>{' '}
              <span className={styles.quiet}>
                Escrevem-se no código com <code>npm run copy:apply -- mudancas.json</code>.
              </span>
            </p>
          )}
          <ul className={styles.items} aria-label="O que a tabela muda">
            {read.rows.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a table that was read never changes
              <Row key={at} book={book} row={row} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

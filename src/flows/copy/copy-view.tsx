import { Button, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { BASE } from '../address.ts';
import { type BookActor, pageNames } from '../history.ts';
import { picturesOf } from '../pictures.ts';
import { saveAs } from '../save.ts';
import { CopyImport } from './copy-import.tsx';
import { CopyItem } from './copy-item.tsx';
import { type Sieve, everything, sifted } from './sieve.ts';
import { screenAt } from './screen.ts';
import { tableOf } from './table.ts';
import { type CopyKind, type CopyText, copyKinds, isTooLong } from './text.ts';
import styles from './copy.module.css';

/** As many texts as are listed at once. */
const MOST = 100;
const kindRows = Object.entries(copyKinds) as [CopyKind, (typeof copyKinds)[CopyKind]][]; // the table's own rows

function Limits() {
  return (
    <details className={styles.limits}>
      <summary>Quanto cabe, e por quê</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">O que é</th>
            <th scope="col">Letras</th>
            <th scope="col">Por quê</th>
          </tr>
        </thead>
        <tbody>
          {kindRows.map(([kind, { word, limit, why }]) => (
            <tr key={kind}>
              <th scope="row">{word}</th>
              <td>{limit ?? 'sem limite'}</td>
              <td>{why}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

interface SievesProps {
  texts: readonly CopyText[];
  sieve: Sieve;
  onChange: (part: Partial<Sieve>) => void;
}
function Sieves({ texts, sieve, onChange }: SievesProps) {
  const screens = useMemo(
    () =>
      [...new Set(texts.flatMap(({ screen }) => screen ?? []))]
        .map((value) => ({ value, label: `${screenAt(value)?.title ?? value} (${value})` }))
        .sort((a, b) => a.label.localeCompare(b.label, 'pt-BR')),
    [texts],
  );
  const long = texts.filter(({ text, kind }) => isTooLong(text, kind)).length;
  return (
    <div className={styles.tools}>
      <TextInput
        type="search"
        label="Texto ou arquivo"
        value={sieve.words}
        onChange={({ currentTarget }) => onChange({ words: currentTarget.value })}
      />
      <NativeSelect
        label="Tela"
        data={[{ value: '', label: 'Todas' }, ...screens, { value: '-', label: 'De várias telas' }]}
        value={sieve.screen}
        onChange={({ currentTarget }) => onChange({ screen: currentTarget.value })}
      />
      <NativeSelect
        label="O que é"
        data={[
          { value: '', label: 'Tudo' },
          ...kindRows.map(([value, { word: label }]) => ({ value, label })),
        ]}
        value={sieve.kind}
        onChange={({ currentTarget }) => onChange({ kind: currentTarget.value })}
      />
      <SegmentedControl
        aria-label="Tamanho"
        data={[
          { value: 'all', label: 'De todo tamanho' },
          { value: 'long', label: `Longos demais (${long})` },
        ]}
        value={sieve.isLong ? 'long' : 'all'}
        onChange={(value) => onChange({ isLong: value === 'long' })}
      />
    </div>
  );
}

/** Every text that the shop shows: to look through, to hand out as a table, and to bring back. */
export function CopyView({ book }: { book: BookActor }) {
  const [texts, setTexts] = useState<readonly CopyText[] | null>(null);
  const [isFailed, setFailed] = useState(false);
  const [tries, setTries] = useState(0);
  const [pictures, setPictures] = useState<Readonly<Record<string, string>>>({});
  const [sieve, setSieve] = useState<Sieve>(everything);
  const [most, setMost] = useState(MOST);
  useEffect(() => {
    import('./built.ts').then(
      ({ builtCopy }) => setTexts(builtCopy),
      () => setFailed(true),
    );
  }, [tries]);
  useEffect(() => {
    // Without an answer the list is of words, as where there are none.
    picturesOf(BASE).then(setPictures, () => undefined);
  }, []);
  const found = useMemo(() => sifted(texts ?? [], sieve), [texts, sieve]);
  return (
    <main className={styles.view}>
      <h2 className={styles.name}>{pageNames.copy}</h2>
      <p className={styles.quiet}>
        O que a loja diz a quem compra, como está no código. O que a loja põe no texto está numerado:{' '}
        {'{1}, {2}'}. O que cada empresa escreve de si não está aqui: está nos documentos dela.
      </p>
      <Limits />
      {isFailed && (
        <div role="alert" className={styles.fault}>
          <p>Os textos não vieram.</p>
          <Button
            size="sm"
            onClick={() => {
              setFailed(false);
              setTries(tries + 1);
            }}
          >
            Ler de novo
          </Button>
        </div>
      )}
      {texts && (
        <>
          <Sieves
            texts={texts}
            sieve={sieve}
            onChange={(part) => {
              setMost(MOST);
              setSieve({ ...sieve, ...part });
            }}
          />
          <div className={styles.tools}>
            <p role="status">
              {found.length === 1 ? '1 texto' : `${found.length.toLocaleString('pt-BR')} textos`}
            </p>
            <Button
              variant="default"
              size="sm"
              onClick={() => saveAs('textos.csv', new Blob([tableOf(found)], { type: 'text/csv' }))}
            >
              Baixar estes em CSV
            </Button>
          </div>
          <CopyImport book={book} texts={texts} />
          <ul className={styles.items} aria-label="Textos">
            {found.slice(0, most).map((text) => (
              <CopyItem
                key={`${text.file} ${text.nth} ${text.text}`}
                book={book}
                text={text}
                picture={text.screen === null ? undefined : pictures[text.screen]}
              />
            ))}
          </ul>
          {found.length > most && (
            <Button variant="default" onClick={() => setMost(most + MOST)}>
              Mostrar mais
            </Button>
          )}
        </>
      )}
    </main>
  );
}

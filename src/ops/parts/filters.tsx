import { Button, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { type FormEvent, memo, useState } from 'react';
import type { OpsCard } from '#contract/ops/orders.ts';
import { BoardColumn } from '#contract/ops/orders.ts';
import type { Board } from '#machines/ops/board.ts';
import { type FilterName, filterNames, filtered, hiddenBy } from '../board-filter.ts';
import { place, useGo, usePlace } from '../context.tsx';
import { columnWords, count, typeWords } from '../words.ts';
import styles from './filters.module.css';

const entries = (words: object) =>
  Object.entries(words).map(([value, label]: [string, string]) => ({ value, label }));
const without = (search: Readonly<Record<string, string>>, ...names: string[]) =>
  Object.fromEntries(Object.entries(search).filter(([name]) => !names.includes(name)));

function SearchBox({ value, search }: { value: string; search: (text: string) => void }) {
  const [text, setText] = useState(value);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    search(text.trim());
  };
  return (
    <form role="search" onSubmit={submit} className={styles.search}>
      <TextInput
        aria-label="Código do pedido ou nome"
        placeholder="Código ou nome"
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        maxLength={80}
      />
      <Button type="submit" variant="default">
        Buscar
      </Button>
    </form>
  );
}

interface Props {
  board: Board;
  /** what the table says that its filters hide */
  hidden: number | undefined;
}
/** Board or table, and the filters of the address; each says what it hides. */
export function Filters({ board, hidden }: Props) {
  const { search } = usePlace();
  const isTable = search['view'] === 'table';
  const cards: OpsCard[] = board.columns.flatMap((column) => column.cards);
  const hiddenOf = (name: FilterName) => (!isTable && search[name] ? hiddenBy(cards, search, name) : 0);
  return (
    <FilterBar
      hubs={board.hubs}
      campaigns={board.campaigns}
      hides={(isTable ? hidden : cards.length - filtered(cards, search).length) ?? 0}
      byHub={hiddenOf('hubId')}
      byCampaign={hiddenOf('campaignId')}
      byType={hiddenOf('type')}
    />
  );
}

interface BarProps extends Pick<Board, 'hubs' | 'campaigns'> {
  /** cards that all filters hide together, and each by itself */
  hides: number;
  byHub: number;
  byCampaign: number;
  byType: number;
}
/** Not drawn again with every look at the board. */
const FilterBar = memo(function FilterBar({ hubs, campaigns, hides, byHub, byCampaign, byType }: BarProps) {
  const { search } = usePlace();
  const go = useGo();
  const isTable = search['view'] === 'table';
  const ask = (next: Record<string, string>) => go(place('board', null, next));
  const set = (name: string, value: string) =>
    ask({ ...without(search, name, 'page'), ...(value ? { [name]: value } : {}) });
  const select = (
    name: FilterName | 'column',
    label: string,
    data: { value: string; label: string }[],
    hiding = 0,
  ) => (
    <NativeSelect
      aria-label={hiding ? `${label}, esconde ${hiding}` : label}
      data={[{ value: '', label }, ...data]}
      value={search[name] ?? ''}
      onChange={({ currentTarget }) => set(name, currentTarget.value)}
      className={styles.select}
      data-set={Boolean(search[name])}
    />
  );
  const names = (list: readonly { id: string; name: string }[]) =>
    list.map(({ id, name }) => ({ value: id, label: name }));
  const isSet = [...filterNames, 'column'].some((name) => search[name]);
  const hidden = isSet ? (
    <p className={styles.hidden} role="status">
      {count(hides, 'escondido', 'escondidos')}{' '}
      <Button
        variant="subtle"
        size="compact-sm"
        onClick={() => ask(without(search, ...filterNames, 'column', 'page'))}
      >
        Limpar
      </Button>
    </p>
  ) : null;
  return (
    <div className={styles.filters}>
      <SegmentedControl
        aria-label="Modo de ver"
        data={[
          { value: 'board', label: 'Quadro' },
          { value: 'table', label: 'Tabela' },
        ]}
        value={isTable ? 'table' : 'board'}
        onChange={(view) =>
          ask({ ...without(search, 'view', 'page', 'column'), ...(view === 'table' ? { view } : {}) })
        }
      />
      {isTable
        ? select(
            'column',
            'Todas as colunas',
            BoardColumn.options.map((value) => ({ value, label: columnWords[value] })),
          )
        : null}
      {hubs.length > 1 ? select('hubId', 'Todos os pontos', names(hubs), byHub) : null}
      {campaigns.length > 1 ? select('campaignId', 'Todas as campanhas', names(campaigns), byCampaign) : null}
      {select('type', 'Entrega e retirada', entries(typeWords), byType)}
      {isTable ? null : hidden}
      <SearchBox key={search['text']} value={search['text'] ?? ''} search={(text) => set('text', text)} />
      {/* With one filter more, it has no room before the search. */}
      {isTable ? hidden : null}
    </div>
  );
});

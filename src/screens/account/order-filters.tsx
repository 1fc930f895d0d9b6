import { useRootState } from '#client/hooks.ts';
import { useGo, useLinkTo } from '#client/links.ts';
import { QuietSelect } from '#components/form/quiet-select.tsx';
import { Stack } from '#components/layout/stack.tsx';
import type { Order } from '#contract/order/order.ts';
import type { OrderFilter } from '#domain/order/order-filter.ts';
import { LONGEST_SEARCH, searchText } from '#domain/search.ts';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import styles from './orders.module.css';

const ALL = 'all';
const choices = (all: string, words: readonly (readonly [value: string, label: string])[]) => [
  { value: ALL, label: all },
  ...words.map(([value, label]) => ({ value, label })),
];
const statusChoices = choices('Todas', [
  ['topay', 'A pagar'],
  ['moving', 'Em andamento'],
  ['delivered', 'Entregues'],
  ['over', 'Cancelados e devolvidos'],
]);
const periodChoices = choices('Todos', [
  ['30', 'Últimos 30 dias'],
  ['90', 'Últimos 90 dias'],
  ['365', 'Últimos 12 meses'],
]);

/** The campaigns that one has ordered from, as far as it is known here, and the one that is looked for. */
function useCampaignChoices(orders: readonly Order[], chosen: string | undefined) {
  const offered = useRootState('campaigns', ({ context }) => context.campaigns);
  const names = new Map<string, string>();
  for (const { campaignId, campaignName = 'Campanha' } of orders.map(({ properties }) => properties))
    if (campaignId) names.set(campaignId, campaignName);
  if (chosen !== undefined && !names.has(chosen))
    names.set(chosen, offered.find(({ id }) => id === chosen)?.name ?? 'Outra campanha');
  return choices('Todas', [...names]);
}

interface Props {
  filter: OrderFilter;
  /** from which the campaigns are known */
  orders: readonly Order[];
}

/** What of the orders is looked for: all of it stands in the address. */
export function OrderFilters({ filter, orders }: Props) {
  const go = useGo();
  const campaigns = useCampaignChoices(orders, filter.campaign);
  const look = (name: keyof OrderFilter, value: string) => {
    const { [name]: _, ...others } = filter;
    go('app.accountDashboard', {}, value === ALL || value === '' ? others : { ...others, [name]: value });
  };
  return (
    <Stack gap={1}>
      <Words filter={filter} onFind={(text) => look('q', text)} />
      <div className={styles.filters}>
        <QuietSelect
          label="Situação"
          about="dos pedidos"
          unset="Todas"
          options={statusChoices}
          value={filter.status ?? ALL}
          onChoose={(value) => look('status', value)}
        />
        <QuietSelect
          label="Período"
          about="dos pedidos"
          unset="Todos"
          options={periodChoices}
          value={filter.days ?? ALL}
          onChoose={(value) => look('days', value)}
        />
        {campaigns.length > 2 || filter.campaign !== undefined ? (
          <QuietSelect
            label="Campanha"
            about="dos pedidos"
            unset="Todas"
            options={campaigns}
            value={filter.campaign ?? ALL}
            onChoose={(value) => look('campaign', value)}
          />
        ) : null}
      </div>
    </Stack>
  );
}

/** Words of a code or of an item. Enter looks for them; without script the form asks for them. */
function Words({ filter: { q, ...others }, onFind }: { filter: OrderFilter; onFind: (q: string) => void }) {
  const linkTo = useLinkTo();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Cleared or changed from elsewhere, such as the empty state's button.
    if (field.current && document.activeElement !== field.current) field.current.value = q ?? '';
  }, [q]);
  return (
    <form
      role="search"
      aria-label="Procurar nos meus pedidos"
      className={styles.search}
      action={linkTo('app.accountDashboard').href}
      onSubmit={(event) => {
        event.preventDefault();
        onFind(searchText(field.current?.value ?? ''));
        field.current?.blur();
      }}
    >
      {Object.entries(others).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <IconSearch size={22} aria-hidden="true" />
      <input
        ref={field}
        type="search"
        name="q"
        defaultValue={q ?? ''}
        placeholder="Código ou produto"
        aria-label="Buscar nos meus pedidos por código ou produto"
        autoComplete="off"
        enterKeyHint="search"
        maxLength={LONGEST_SEARCH}
      />
    </form>
  );
}

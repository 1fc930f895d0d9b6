import { Button, NativeSelect, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { reasonText } from '#client/shop/campaign/campaign-words.ts';
import { OrderState } from '#contract/order/order.ts';
import type { UnmetReason } from '#domain/campaign-status.ts';
import { type CampaignAnswer, type CampaignCase, answerOf, opened } from './campaign-case.ts';
import styles from './campaign-view.module.css';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const wholeMinute = (at: number) => Math.floor(at / 60_000) * 60_000;
/** As a field of the browser for a moment has it: of the place where it is read. */
const momentOf = (at: number | null): string =>
  at === null ? '' : new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
const atOf = (moment: string): number | null => {
  const at = Date.parse(moment);
  return Number.isNaN(at) ? null : at;
};
const numberOf = (text: string): number | null => (text === '' ? null : Math.max(0, Number(text) || 0));

interface Props {
  given: CampaignCase;
  onChange: (changes: Partial<CampaignCase>) => void;
}
type Of<T> = { [K in keyof CampaignCase]: CampaignCase[K] extends T ? K : never }[keyof CampaignCase];

function Moment({ given, onChange, field, label }: Props & { field: Of<number | null>; label: string }) {
  return (
    <TextInput
      type="datetime-local"
      label={label}
      value={momentOf(given[field])}
      onChange={({ currentTarget }) => onChange({ [field]: atOf(currentTarget.value) })}
    />
  );
}
function Count({ given, onChange, field, label }: Props & { field: Of<number | null>; label: string }) {
  return (
    <TextInput
      type="number"
      min={0}
      label={label}
      value={given[field] ?? ''}
      onChange={({ currentTarget }) => onChange({ [field]: numberOf(currentTarget.value) })}
    />
  );
}
function Choice({ given, onChange, field, label }: Props & { field: Of<boolean>; label: string }) {
  return (
    <Switch
      label={label}
      checked={given[field]}
      onChange={({ currentTarget }) => onChange({ [field]: currentTarget.checked })}
    />
  );
}
function Order({ given, onChange, field, label }: Props & { field: 'own' | 'other'; label: string }) {
  return (
    <NativeSelect
      label={label}
      data={[{ value: '', label: 'nenhum' }, ...OrderState.options]}
      value={given[field] ?? ''}
      onChange={({ currentTarget: { value } }) =>
        onChange({ [field]: OrderState.options.find((one) => one === value) ?? null })
      }
    />
  );
}

/** What the campaign asks for, and who comes. */
function Fields({ given, onChange }: Props) {
  const both = { given, onChange };
  return (
    <div className={styles.fields}>
      <fieldset className={styles.group}>
        <legend>Relógio</legend>
        <TextInput
          type="datetime-local"
          label="Agora"
          value={momentOf(given.now)}
          onChange={({ currentTarget }) => onChange({ now: atOf(currentTarget.value) ?? given.now })}
        />
        <div className={styles.tools}>
          <Button size="sm" variant="default" onClick={() => onChange({ now: given.now + HOUR })}>
            + 1 h
          </Button>
          <Button size="sm" variant="default" onClick={() => onChange({ now: given.now + DAY })}>
            + 1 dia
          </Button>
        </div>
      </fieldset>
      <fieldset className={styles.group}>
        <legend>A campanha</legend>
        <Moment {...both} field="opensAt" label="Abre em (vazio: já abriu)" />
        <Moment {...both} field="endsAt" label="Termina em (vazio: nunca)" />
        <Choice {...both} field="isPaused" label="Está em pausa" />
        {given.isPaused && <Moment {...both} field="pausedUntil" label="Pausa até (vazio: sem prazo)" />}
        <Choice {...both} field="needsOther" label="Pede um pedido recebido em outra campanha" />
        <Choice {...both} field="needsKey" label="Pede uma chave" />
        <Count {...both} field="invites" label="Convites aceitos que pede (vazio: não pede)" />
        <Count {...both} field="radiusKm" label="Entrega até, em km (vazio: em todo lugar)" />
      </fieldset>
      <fieldset className={styles.group}>
        <legend>A pessoa</legend>
        <Order {...both} field="own" label="Pedido nesta campanha" />
        <Order {...both} field="other" label="Pedido na outra campanha" />
        <Count {...both} field="accepted" label="Convites aceitos" />
        <Choice {...both} field="hasKey" label="Usou uma chave" />
        <Count {...both} field="distanceKm" label="Distância do lugar de onde se entrega, em km" />
      </fieldset>
    </div>
  );
}

const statuses: Readonly<Record<CampaignAnswer['status'], string>> = {
  OK: 'aberta',
  COMPLETED: 'já recebida',
  SCHEDULED: 'agendada',
  BLOCKED: 'bloqueada',
  EXPIRED: 'terminada',
};
const lines = (reasons: readonly UnmetReason[], { campaign }: CampaignAnswer) =>
  reasons.map((reason) => (
    <li key={reason.type}>
      <code>{reason.type}</code> {reasonText(reason, campaign)}
    </li>
  ));

function Answer({ answer, onWait }: { answer: CampaignAnswer; onWait: (until: number) => void }) {
  const { status, reasons, barriers, isOutside, next } = answer;
  const isSold = barriers.length === 0 && !isOutside;
  return (
    <section aria-label="Resposta da loja" className={styles.answer}>
      <p role="status" className={styles.status}>
        <strong>{status}</strong>: {statuses[status]}
      </p>
      <h3 className={styles.heading}>Motivos, na ordem em que a loja os diz</h3>
      {reasons.length === 0 ? <p className={styles.quiet}>Nenhum.</p> : <ol>{lines(reasons, answer)}</ol>}
      <h3 className={styles.heading}>Comprar</h3>
      {isSold ? (
        <p>A loja vende.</p>
      ) : (
        <ol aria-label="Por que a loja não vende">
          {lines(barriers, answer)}
          {isOutside && (
            <li>
              <code>area</code> Fora da área de entrega.
            </li>
          )}
        </ol>
      )}
      {next !== null && (
        <Button size="sm" onClick={() => onWait(next)}>
          Até a próxima mudança
        </Button>
      )}
    </section>
  );
}

/** A campaign's status for a person, both made up, by the very rule of the shop. */
export function CampaignView() {
  const [given, setGiven] = useState(() => opened(wholeMinute(Date.now())));
  const answer = answerOf(given);
  return (
    <main className={styles.view}>
      <h2 className={styles.name}>Simulador de campanha</h2>
      <p className={styles.quiet}>
        O status e os motivos vêm da mesma regra que a loja e o servidor usam (src/domain/campaign-status.ts).
      </p>
      <div className={styles.halves}>
        <Answer answer={answer} onWait={(now) => setGiven({ ...given, now })} />
        <Fields given={given} onChange={(changes) => setGiven({ ...given, ...changes })} />
      </div>
    </main>
  );
}

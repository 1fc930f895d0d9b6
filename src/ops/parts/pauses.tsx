import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { type FormEvent, useState } from 'react';
import { type OpsPause, type OpsPauses, PauseKind } from '#contract/ops/pause.ts';
import { useCheckedForm } from '#client/forms/checked-form.ts';
import { localOf, pauseAnswer } from '#domain/ops/answers.ts';
import type { PauseAsk } from '#machines/ops/pauses.machine.ts';
import { useDesk } from '../context.tsx';
import { count, momentOf, problemText } from '../words.ts';
import { FieldsForm } from './fields-form.tsx';
import { inputOf } from './form-input.ts';
import { Note } from './note.tsx';
import { Panel } from './panel.tsx';
import styles from './pauses.module.css';

/** What the chart of the pauses says; null where the role pauses nothing. */
function usePauses() {
  const { desk } = useDesk();
  const actor = useSelector(desk, ({ children }) => children.pauses);
  const state = useSelector(actor, (snapshot) => snapshot);
  if (!actor || !state || state.hasTag('closed')) return null;
  return {
    ...state.context,
    state,
    can: (ask: PauseAsk) => state.can({ type: 'pause.submitted', ask }),
    send: (ask: PauseAsk) => actor.send({ type: 'pause.submitted', ask }),
    open: () => actor.send({ type: 'form.opened' }),
    search: (text: string) => actor.send({ type: 'targets.searched', text }),
    close: () => actor.send({ type: 'form.closed' }),
    retry: () => actor.send({ type: 'load.retried' }),
  };
}
type Pauses = NonNullable<ReturnType<typeof usePauses>>;

function Row({ pause, can, send }: { pause: OpsPause } & Pick<Pauses, 'can' | 'send'>) {
  const end: PauseAsk = { type: 'end', target: { kind: pause.kind, id: pause.id } };
  return (
    <li className={styles.row}>
      <div>
        <h3 className={styles.name}>{pause.name}</h3>
        <p className={styles.text}>{pause.reason}</p>
        <p className={styles.text}>
          {pause.until ? `Até ${momentOf(pause.until)}` : 'Até alguém retomar'}
          {pause.by ? ` · ${pause.by}` : ''}
        </p>
      </div>
      <Button variant="light" disabled={!can(end)} onClick={() => send(end)}>
        Retomar<span className="hidden-text"> {pause.name}</span>
      </Button>
    </li>
  );
}

const keyOf = ({ kind, id }: { kind: string; id: string }) => `${kind} ${id}`;

const groups: Readonly<Record<PauseKind, string>> = {
  campaign: 'Campanhas',
  item: 'Produtos',
  hub: 'Pontos',
};
const groupsOf = (targets: OpsPauses['targets']) =>
  PauseKind.options.flatMap((kind) => {
    const items = targets
      .filter((one) => one.kind === kind)
      .map((one) => ({ value: keyOf(one), label: one.name }));
    return items.length > 0 ? [{ group: groups[kind], items }] : [];
  });

function ProductSearch({ search, isBusy }: { search: (text: string) => void; isBusy: boolean }) {
  const [text, setText] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    search(text);
  };
  return (
    <form role="search" className={styles.search} onSubmit={submit}>
      <TextInput
        label="Procurar um produto"
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        maxLength={80}
      />
      <Button type="submit" variant="default" loading={isBusy}>
        Procurar
      </Button>
    </form>
  );
}

function PauseForm({
  targets,
  text,
  ask,
  problem,
  state,
  send,
  search,
  close,
}: Pauses & Pick<OpsPauses, 'targets'>) {
  const kept = ask?.type === 'start' ? ask : null;
  const form = useCheckedForm({
    schema: pauseAnswer(targets.map(keyOf)),
    initial: () => ({
      target: kept ? keyOf(kept.target) : '',
      reason: kept?.reason ?? '',
      until: kept?.until ? localOf(kept.until) : '',
    }),
    problem,
    onSubmit({ target: key, reason, until }) {
      const target = targets.find((one) => keyOf(one) === key);
      if (target) send({ type: 'start', target: { kind: target.kind, id: target.id }, reason, until });
    },
  });
  // Nothing is chosen for anybody: what a search took off the list is chosen anew.
  const chosen = form.field('target');
  const isNothingFound = text !== '' && !state.hasTag('busy') && !targets.some(({ kind }) => kind === 'item');
  const isListed = targets.some((one) => keyOf(one) === chosen.value);
  return (
    <>
      <ProductSearch search={search} isBusy={state.hasTag('busy')} />
      {isNothingFound ? (
        <p role="status" className={styles.text}>
          Nenhum produto com “{text}”. Confira o nome ou procure outro.
        </p>
      ) : null}
      <FieldsForm className={styles.form} form={form}>
        <NativeSelect
          label="O que para"
          data={[{ value: '', label: 'Escolha' }, ...groupsOf(targets)]}
          {...inputOf(isListed ? chosen : { ...chosen, value: '' })}
        />
        <TextInput
          label="Motivo"
          description="Quem compra lê isto."
          {...inputOf(form.field('reason'))}
          maxLength={140}
        />
        <TextInput
          label="Pausar até"
          description="Em branco, até alguém retomar."
          type="datetime-local"
          {...inputOf(form.field('until'))}
        />
        {form.refusal ? (
          <Note tone="bad" title="Não foi pausado.">
            {form.refusal.fields?.[0]?.message ?? problemText(form.refusal)}
          </Note>
        ) : null}
        <div className={styles.buttons}>
          <Button type="submit" disabled={state.hasTag('busy')}>
            Pausar agora
          </Button>
          <Button variant="subtle" onClick={close}>
            Voltar
          </Button>
        </div>
      </FieldsForm>
    </>
  );
}

/** What is under way or went wrong, said above the list. */
function Said({ state, done, problem, retry, pauses: read }: Pauses) {
  const again = (
    <Button size="sm" onClick={retry}>
      Tentar agora
    </Button>
  );
  if (state.hasTag('waiting'))
    return (
      <Note tone="bad" title="Sem resposta do servidor." action={again}>
        O pedido é enviado de novo sozinho e vale uma vez só.
      </Note>
    );
  if (state.hasTag('offline') || state.hasTag('failed'))
    return (
      <Note
        tone="bad"
        title={read ? 'As pausas podem estar velhas.' : 'As pausas não vieram.'}
        action={again}
      >
        A última leitura falhou.
      </Note>
    );
  if (state.hasTag('list') && problem)
    return (
      <Note tone="bad" title="Não foi retomado.">
        {problemText(problem)}
      </Note>
    );
  return done ? (
    <Note
      tone="ok"
      title={done.type === 'start' ? 'Pausado. A loja já mostra.' : 'Retomado. A loja já vende.'}
    />
  ) : null;
}

/** What the shop holds back for now, for whoever may. */
export function PausesPanel() {
  const pauses = usePauses();
  if (!pauses) return null;
  const { state, pauses: read } = pauses;
  const list = read?.pauses ?? [];
  return (
    <Panel title="Pausas" fact={list.length > 0 ? count(list.length, 'pausa', 'pausas') : undefined}>
      <Said {...pauses} />
      {!read ? (
        state.hasTag('busy') ? (
          <p role="status">Lendo as pausas…</p>
        ) : null
      ) : state.hasTag('form') ? (
        <PauseForm {...pauses} targets={read.targets} />
      ) : (
        <>
          {list.length > 0 ? (
            <ul>
              {list.map((pause) => (
                <Row key={keyOf(pause)} pause={pause} can={pauses.can} send={pauses.send} />
              ))}
            </ul>
          ) : (
            <p>A loja vende tudo o que tem.</p>
          )}
          {read.targets.length > 0 ? (
            <div className={styles.buttons}>
              <Button variant="default" disabled={!state.can({ type: 'form.opened' })} onClick={pauses.open}>
                Pausar…
              </Button>
            </div>
          ) : null}
        </>
      )}
    </Panel>
  );
}

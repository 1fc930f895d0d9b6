import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useSelector } from '@xstate/react';
import type * as v from 'valibot';
import { useCheckedForm } from '#client/forms/checked-form.ts';
import { Role } from '#contract/ops/role.ts';
import type { StaffMember } from '#contract/ops/staff.ts';
import { InviteAnswer } from '#domain/ops/answers.ts';
import type { StaffAsk } from '#machines/ops/office.machine.ts';
import { useBoard, useDesk } from '../context.tsx';
import { problemText, roleWords } from '../words.ts';
import { FINAL } from './final.ts';
import { FieldsForm } from './fields-form.tsx';
import { inputOf } from './form-input.ts';
import styles from './money-item.module.css';
import { Note } from './note.tsx';
import { Panel } from './panel.tsx';
import { ProofForm } from './proof-form.tsx';

/** What the chart of the office says; null while it is not there. */
export function useOffice() {
  const { desk } = useDesk();
  const office = useSelector(desk, ({ children }) => children.office);
  const state = useSelector(office, (snapshot) => snapshot);
  return office && state ? { office, state, ...state.context } : null;
}
type Office = NonNullable<ReturnType<typeof useOffice>>;

type Change = Exclude<StaffAsk['type'], 'invite'>;
/** What is done with somebody: the button, what follows, how it is told, and whether no other press undoes it. */
export const changes: Readonly<Record<Change, { verb: string; text: string; done: string; isFinal?: true }>> =
  {
    endSessions: {
      verb: 'Encerrar sessões',
      text: 'Sai de todos os aparelhos agora e pode entrar de novo.',
      done: 'Sessões encerradas.',
    },
    resetFactors: {
      verb: 'Zerar segundo fator',
      text: 'Para celular perdido: sai de todos os aparelhos e liga outro aplicativo na próxima entrada.',
      done: 'Segundo fator zerado.',
      isFinal: true,
    },
    remove: {
      verb: 'Tirar da equipe',
      text: 'Sai de todos os aparelhos agora e não entra mais. O que fez continua no registro.',
      done: 'Saiu da equipe.',
      isFinal: true,
    },
  };

function Refused({ state, problem }: Pick<Office, 'state' | 'problem'>) {
  if (state.hasTag('waiting'))
    return (
      <Note tone="bad" title="Sem resposta do servidor.">
        O pedido é enviado de novo sozinho e vale uma vez só.
      </Note>
    );
  return problem ? (
    <Note tone="bad" title="Não foi feito.">
      {problem.fields?.[0]?.message ?? problemText(problem)}
    </Note>
  ) : null;
}

function Confirm({ member, ask, office, state, problem }: Office & { member: StaffMember; ask: StaffAsk }) {
  if (ask.type === 'invite') return null;
  const { verb, text, isFinal } = changes[ask.type];
  return (
    <Panel title={`${verb}: ${member.name}`} tone="bad">
      <p className={styles.more}>{text}</p>
      <Refused state={state} problem={problem} />
      <Button
        size="md"
        {...(isFinal ? FINAL : {})}
        loading={state.hasTag('sending')}
        disabled={!state.hasTag('sending') && !state.can({ type: 'ask.confirmed' })}
        onClick={() => office.send({ type: 'ask.confirmed' })}
      >
        {verb}
      </Button>
      <Button
        variant="subtle"
        disabled={!state.can({ type: 'ask.canceled' })}
        onClick={() => office.send({ type: 'ask.canceled' })}
      >
        Voltar
      </Button>
    </Panel>
  );
}

interface InviteValues extends Record<string, unknown> {
  name: string;
  contact: string;
  role: Role;
  hubIds: string[];
}

function InviteForm({ ask, office, state, problem }: Office) {
  const kept = ask?.type === 'invite' ? ask : null;
  const hubs = useBoard()?.hubs ?? [];
  const form = useCheckedForm<InviteValues, v.InferOutput<typeof InviteAnswer>>({
    schema: InviteAnswer,
    initial: () => ({
      name: kept?.name ?? '',
      contact: kept?.contact ?? '',
      role: kept?.role ?? 'OPERATOR',
      hubIds: [...(kept?.hubIds ?? [])],
    }),
    problem,
    onSubmit: ({ hubIds, ...said }) =>
      office.send({
        type: 'invite.submitted',
        ask: { type: 'invite', ...said, hubIds: hubIds.length > 0 ? hubIds : null },
      }),
  });
  const at = form.field('hubIds');
  return (
    <Panel title="Convidar para a equipe">
      <FieldsForm className={styles.form} form={form}>
        <TextInput label="Nome" {...inputOf(form.field('name'))} maxLength={80} autoFocus />
        <TextInput
          label="E-mail ou celular"
          description="A pessoa recebe um aviso e entra com este contato."
          {...inputOf(form.field('contact'))}
          maxLength={120}
        />
        <NativeSelect
          label="Papel"
          data={Role.options.map((value) => ({ value, label: roleWords[value] }))}
          {...inputOf(form.field('role'))}
        />
        {hubs.length > 1 ? (
          <fieldset className={styles.form}>
            <legend className={styles.legend}>Pontos em que trabalha. Nenhum marcado: todos.</legend>
            {hubs.map((hub) => (
              <Checkbox
                key={hub.id}
                label={hub.name}
                checked={at.value.includes(hub.id)}
                onChange={({ currentTarget: { checked } }) =>
                  at.onChange(checked ? [...at.value, hub.id] : at.value.filter((one) => one !== hub.id))
                }
              />
            ))}
          </fieldset>
        ) : null}
        <Refused state={state} problem={form.refusal} />
        <Button type="submit" size="md" loading={state.hasTag('sending')} disabled={state.hasTag('waiting')}>
          Convidar
        </Button>
      </FieldsForm>
      <Button
        variant="subtle"
        disabled={!state.can({ type: 'ask.canceled' })}
        onClick={() => office.send({ type: 'ask.canceled' })}
      >
        Voltar
      </Button>
    </Panel>
  );
}

/** What is being changed of the staff: who comes in, what is confirmed, and the proof that it asks for. */
export function StaffChange() {
  const found = useOffice();
  if (!found) return null;
  const { office, state, ask, staff, done } = found;
  if (state.children.proof)
    return (
      <ProofForm
        what="Mexer na equipe"
        proof={state.children.proof}
        close={() => office.send({ type: 'ask.canceled' })}
      />
    );
  if (state.hasTag('inviting') || ask?.type === 'invite') return <InviteForm {...found} />;
  const member = ask && staff.find(({ id }) => id === ask.id);
  if (ask && member) return <Confirm {...found} member={member} ask={ask} />;
  return done ? (
    <Note
      tone="ok"
      title={
        done.type === 'invite' ? `O aviso foi mandado: ${done.name} já pode entrar.` : changes[done.type].done
      }
    />
  ) : null;
}

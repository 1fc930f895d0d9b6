import { Button, TextInput } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { useCheckedForm } from '#client/forms/checked-form.ts';
import type { OpsOrder } from '#contract/ops/orders.ts';
import type { PersonField } from '#contract/ops/person.ts';
import { ReasonAnswer } from '#domain/ops/answers.ts';
import { formatCpf } from '#domain/person/cpf.ts';
import { formatPhone } from '#domain/person/phone.ts';
import { useDesk } from '../context.tsx';
import { personWords, problemText } from '../words.ts';
import { inputOf } from './form-input.ts';
import { Note } from './note.tsx';
import styles from './order-panels.module.css';
import { Panel } from './panel.tsx';
import { ProofForm } from './proof-form.tsx';

/** What the chart of masked fields says; null while no order is open. */
function useReveal() {
  const { desk } = useDesk();
  const actor = useSelector(desk, ({ children }) => children.reveal);
  const state = useSelector(actor, (snapshot) => snapshot);
  return actor && state ? { actor, state } : null;
}
type Reveal = NonNullable<ReturnType<typeof useReveal>>;

/** Why a field is looked at; it stays in the record. */
function ReasonForm({ reveal: { actor, state }, field }: { reveal: Reveal; field: PersonField }) {
  const isBusy = state.hasTag('busy');
  const form = useCheckedForm({
    schema: ReasonAnswer,
    initial: () => ({ reason: state.context.reason }),
    problem: state.context.problem,
    onSubmit: ({ reason }) => actor.send({ type: 'reason.submitted', reason }),
  });
  const { refusal } = form;
  return (
    <form className={styles.reveal} {...form.props} noValidate>
      <TextInput
        label={`Para que você precisa ver ${personWords[field]}`}
        description="Fica no registro, com o seu nome."
        {...inputOf(form.field('reason'))}
        maxLength={140}
        autoFocus
      />
      {refusal ? (
        <Note tone="bad" title="Não foi mostrado.">
          {problemText(refusal)}
        </Note>
      ) : null}
      <div className={styles.choices}>
        <Button type="submit" loading={isBusy}>
          Mostrar
        </Button>
        <Button variant="subtle" disabled={isBusy} onClick={() => actor.send({ type: 'reveal.canceled' })}>
          Cancelar
        </Button>
      </div>
    </form>
  );
}

/** What was shown, as people write it. */
const written: Readonly<Record<PersonField, (text: string) => string>> = {
  phone: formatPhone,
  recipientPhone: formatPhone,
  cpf: formatCpf,
  email: (text) => text,
};

/** Who bought and who receives. Contacts and the CPF are masked; each is shown for a reason. */
export function OrderPerson({ order }: { order: OpsOrder }) {
  const reveal = useReveal();
  const { buyer, recipient, address, revealable } = order;
  const facts: [string, string | undefined, PersonField?][] = [
    ['Nome', buyer.name],
    ['Celular', buyer.phone, 'phone'],
    ['E-mail', buyer.email, 'email'],
    ['CPF', buyer.cpf, 'cpf'],
    ['Recebe', recipient?.name],
    ['Contato', recipient?.phone, 'recipientPhone'],
    ['Entrega', address?.line],
    ['Complemento', address?.complement],
    ['Referência', address?.reference],
    ['CEP', address?.cep],
    [order.type === 'PICKUP' ? 'Retira em' : 'Modo', order.shippingName],
  ];
  const { proof } = reveal?.state.children ?? {};
  const asking = reveal?.state.hasTag('asking') ? reveal.state.context.field : null;
  return (
    <Panel title="Pessoa" fact={order.isMasked ? 'Dados cobertos' : undefined}>
      <dl className={styles.facts}>
        {facts.map(([name, value, field]) => {
          if (!value) return null;
          const shown = field && reveal?.state.context.revealed[field];
          const canAsk = field && !shown && revealable.includes(field) && asking !== field;
          return (
            <div key={name} className={styles.fact}>
              <dt>{name}</dt>
              <dd>
                {field && shown ? written[field](shown) : value}
                {reveal && canAsk ? (
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    className={styles.show}
                    disabled={!reveal.state.can({ type: 'reveal.asked', field })}
                    onClick={() => reveal.actor.send({ type: 'reveal.asked', field })}
                  >
                    Mostrar<span className="hidden-text"> {personWords[field]}</span>
                  </Button>
                ) : null}
              </dd>
              {reveal && asking !== null && asking === field ? (
                <ReasonForm key={field} reveal={reveal} field={field} />
              ) : null}
            </div>
          );
        })}
      </dl>
      {reveal && proof ? (
        <ProofForm
          what="Ver um dado da pessoa"
          proof={proof}
          close={() => reveal.actor.send({ type: 'reveal.canceled' })}
        />
      ) : null}
    </Panel>
  );
}

import { Button, TextInput } from '@mantine/core';
import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { useCheckedForm } from '#client/forms/checked-form.ts';
import { QrCode } from '#components/order/qr-code.tsx';
import { CodeAnswer, FactorAnswer, LoginContactAnswer } from '#domain/ops/answers.ts';
import type { opsLoginMachine } from '#machines/ops/login.machine.ts';
import type { OpsActor } from './history.ts';
import { inputOf, useProblemAt } from './parts/form-input.ts';
import { Note } from './parts/note.tsx';
import { Refusal } from './parts/refusal.tsx';
import styles from './login.module.css';

type Login = ActorRefFrom<typeof opsLoginMachine>;
const useProblem = (login: Login) => useSelector(login, ({ context }) => context.problem);
const useIsBusy = (login: Login) => useSelector(login, (state) => state.hasTag('busy'));

function ContactForm({ login }: { login: Login }) {
  const problem = useProblem(login);
  const isBusy = useIsBusy(login);
  const known = useSelector(login, ({ context }) => context.contact);
  const form = useCheckedForm({
    schema: LoginContactAnswer,
    initial: () => ({ contact: known }),
    problem: useProblemAt('contact', problem),
    onSubmit: ({ contact }) => login.send({ type: 'contact.submitted', contact }),
  });
  return (
    <form className={styles.form} {...form.props} noValidate>
      <TextInput
        label="E-mail ou celular da equipe"
        autoComplete="username"
        {...inputOf(form.field('contact'))}
        autoFocus
        size="md"
      />
      <Refusal problem={form.refusal} />
      <Button type="submit" size="md" loading={isBusy}>
        Receber código
      </Button>
    </form>
  );
}

interface CodeFormProps {
  login: Login;
  label: string;
  button: string;
  /** recovery codes have letters too */
  isLong?: boolean;
}
function CodeForm({ login, label, button, isLong = false }: CodeFormProps) {
  const problem = useProblem(login);
  const isBusy = useIsBusy(login);
  const form = useCheckedForm({
    schema: isLong ? FactorAnswer : CodeAnswer,
    initial: () => ({ code: '' }),
    problem: useProblemAt('code', problem),
    onSubmit: ({ code }) => login.send({ type: 'code.submitted', code }),
  });
  return (
    <form className={styles.form} {...form.props} noValidate>
      <TextInput
        label={label}
        inputMode={isLong ? 'text' : 'numeric'}
        autoComplete="one-time-code"
        {...inputOf(form.field('code'))}
        maxLength={isLong ? 16 : 6}
        autoFocus
        size="md"
      />
      <Refusal problem={form.refusal} />
      <Button type="submit" size="md" loading={isBusy}>
        {button}
      </Button>
    </form>
  );
}

function CodeSent({ login }: { login: Login }) {
  const contact = useSelector(login, (state) => state.context.contact);
  const canResend = useSelector(login, (state) => state.can({ type: 'code.resent' }));
  return (
    <>
      <p>
        Se <b>{contact}</b> é da equipe, um código de 6 números foi mandado para lá.
      </p>
      <CodeForm login={login} label="Código recebido" button="Confirmar" />
      <div className={styles.row}>
        <Button variant="subtle" disabled={!canResend} onClick={() => login.send({ type: 'code.resent' })}>
          Mandar outro código
        </Button>
        <Button variant="subtle" onClick={() => login.send({ type: 'contact.reset' })}>
          Usar outro contato
        </Button>
      </div>
      {canResend ? null : <p className={styles.why}>Outro código pode ser pedido daqui a pouco.</p>}
    </>
  );
}

function Second({ login }: { login: Login }) {
  return (
    <>
      <p>Abra o aplicativo de códigos do seu celular. Sem ele, use um código de recuperação.</p>
      <CodeForm login={login} label="Código do aplicativo" button="Entrar" isLong />
      <Button variant="subtle" onClick={() => login.send({ type: 'contact.reset' })}>
        Começar de novo
      </Button>
    </>
  );
}

function Enrolling({ login }: { login: Login }) {
  const enrolment = useSelector(login, ({ context }) => context.challenged?.enrolment);
  return (
    <>
      <p>É a sua primeira vez. Leia este código com um aplicativo autenticador e digite os 6 números dele.</p>
      {enrolment ? (
        <>
          <div className={styles.qr}>
            <QrCode text={enrolment.uri} label="Código para o aplicativo autenticador" />
          </div>
          <p>
            Ou digite a chave: <code>{enrolment.secret}</code>
          </p>
        </>
      ) : null}
      <CodeForm login={login} label="Código do aplicativo" button="Confirmar" />
    </>
  );
}

function Recovery({ login }: { login: Login }) {
  const codes = useSelector(login, ({ context }) => context.signedIn?.recoveryCodes ?? []);
  return (
    <>
      <Note tone="warn" title="Guarde estes códigos agora.">
        Cada um abre a entrada uma vez, se você perder o celular. Não aparecem de novo.
      </Note>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Button size="md" onClick={() => login.send({ type: 'recovery.kept' })}>
        Guardei, abrir o balcão
      </Button>
    </>
  );
}

const titles = {
  contact: 'Entrar no balcão',
  code: 'Digite o código',
  second: 'Confirme que é você',
  enrolling: 'Proteja a sua entrada',
  recovery: 'Códigos de recuperação',
} as const;
const steps = Object.keys(titles) as (keyof typeof titles)[]; // of a constant table

function Steps({ login, isLost }: { login: Login; isLost: boolean }) {
  // While a proof is being checked, the form that sent it stays.
  const step = useSelector(login, (state) => {
    if (state.matches('proving')) return state.context.challenged?.enrolment ? 'enrolling' : 'second';
    return steps.find((one) => state.hasTag(one)) ?? 'contact';
  });
  return (
    <>
      <h1 className={styles.title}>{titles[step]}</h1>
      {isLost && step === 'contact' ? (
        <Note tone="info" title="A sua entrada acabou.">
          Entre de novo e você volta para onde estava.
        </Note>
      ) : null}
      {step === 'contact' ? <ContactForm login={login} /> : null}
      {step === 'code' ? <CodeSent login={login} /> : null}
      {step === 'second' ? <Second login={login} /> : null}
      {step === 'enrolling' ? <Enrolling login={login} /> : null}
      {step === 'recovery' ? <Recovery login={login} /> : null}
    </>
  );
}

/** Entrar: a code to the contact, then the second factor. */
export function LoginPage({ ops, store }: { ops: OpsActor; store: string }) {
  const login = useSelector(ops, ({ children }) => children.login);
  const isLost = useSelector(ops, ({ context }) => context.isLost);
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <p className={styles.store}>{store}</p>
        {login ? <Steps login={login} isLost={isLost} /> : null}
      </div>
      <p className={styles.foot}>
        Só para quem trabalha na loja. <a href="/">Ir para a loja</a>
      </p>
    </main>
  );
}

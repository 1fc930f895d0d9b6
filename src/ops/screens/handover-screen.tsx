import { Button, Checkbox, TextInput } from '@mantine/core';
import { IconCheck, IconQrcode } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { useEffect, useRef, useState } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { useCheckedForm } from '#client/forms/checked-form.ts';
import { HandoverAnswer } from '#domain/ops/answers.ts';
import { type Found, type handoverMachine, linesOf } from '#machines/ops/handover.machine.ts';
import { canScan, scan } from '../actors/scanner.ts';
import { DeskLink, place, useDesk } from '../context.tsx';
import { Chip } from '../parts/chip.tsx';
import { inputOf, useProblemAt } from '../parts/form-input.ts';
import { Note } from '../parts/note.tsx';
import { Panel } from '../parts/panel.tsx';
import { Refusal } from '../parts/refusal.tsx';
import { count, shortCode, windowText } from '../words.ts';
import styles from './handover.module.css';

type Handover = ActorRefFrom<typeof handoverMachine>;
type State = SnapshotFrom<typeof handoverMachine>;

/** The camera, where this browser reads codes; a tap opens it, because it asks for permission. */
function Camera({ onCode }: { onCode: (code: string) => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const [isOn, setOn] = useState(false);
  const [isRefused, setRefused] = useState(false);
  useEffect(() => {
    const element = video.current;
    if (!isOn || !element) return;
    let stop: (() => void) | null = null;
    let isGone = false;
    void scan(element, onCode)
      .then((end) => (isGone ? end() : (stop = end)))
      .catch(() => {
        setOn(false);
        setRefused(true);
      });
    return () => {
      isGone = true;
      stop?.();
    };
  }, [isOn, onCode]);
  if (!canScan()) return null;
  return isOn ? (
    <div className={styles.finder}>
      <video ref={video} className={styles.video} muted playsInline aria-label="Câmera" />
      <p>Aponte para o código da pessoa</p>
    </div>
  ) : (
    <>
      {isRefused ? (
        <Note tone="warn" title="A câmera não abriu.">
          Digite o código abaixo.
        </Note>
      ) : null}
      <Button variant="light" size="md" onClick={() => setOn(true)}>
        Ler com a câmera
      </Button>
    </>
  );
}

function CodeForm({ handover, state }: { handover: Handover; state: State }) {
  const { problem } = state.context;
  const form = useCheckedForm({
    schema: HandoverAnswer,
    initial: () => ({ code: state.context.code }),
    problem: useProblemAt('code', state.hasTag('waiting') ? null : problem),
    onSubmit: ({ code }) => handover.send({ type: 'code.submitted', code }),
  });
  const { onChange, ...code } = form.field('code');
  const [onCode] = useState(() => (text: string) => handover.send({ type: 'code.submitted', code: text }));
  return (
    <Panel title="Código da pessoa" fact="Procurar não muda nada no pedido">
      <Camera onCode={onCode} />
      <form className={styles.form} {...form.props} noValidate>
        <TextInput
          label={canScan() ? 'Ou digite os 6 caracteres' : 'Digite os 6 caracteres'}
          {...inputOf({ ...code, onChange: (text: string) => onChange(text.toUpperCase()) })}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          size="lg"
          classNames={{ input: styles.code ?? '' }}
        />
        <Refusal problem={form.refusal} />
        <Button type="submit" size="lg" loading={state.hasTag('busy')}>
          Procurar
        </Button>
      </form>
      <p className={styles.more}>
        A pessoa não tem o código?{' '}
        <DeskLink to={place('board', null, { type: 'PICKUP' })}>Ache o pedido e diga o motivo</DeskLink>
      </p>
    </Panel>
  );
}

function FoundOrder({ handover, state, found }: { handover: Handover; state: State; found: Found }) {
  const { ticked } = state.context;
  const { order } = found;
  const lines = linesOf(found);
  const left = lines.length - ticked.length;
  const isBusy = state.hasTag('busy');
  return (
    <>
      <Panel
        title={
          <Chip tone="ok">
            <IconCheck size={16} aria-hidden /> Código certo
          </Chip>
        }
        fact={shortCode(order.code)}
      >
        <p className={styles.name}>{order.recipient?.name ?? order.buyer.name}</p>
        <p className={styles.more}>
          {[windowText(order.window), `entregar a quem mostrou o código`].filter(Boolean).join(' · ')}
        </p>
      </Panel>
      <Panel title={count(lines.length, 'item', 'itens')} fact="Marque o que está na mão">
        <ul className={styles.lines}>
          {lines.map((line, at) => (
            <li key={`${line.itemId}-${at}`}>
              <Checkbox
                size="md"
                label={`${line.quantity} ${line.name}`}
                description={line.choices.length > 0 ? line.choices.join(', ') : undefined}
                checked={ticked.includes(at)}
                disabled={isBusy}
                onChange={() => handover.send({ type: 'line.ticked', line: at })}
              />
            </li>
          ))}
        </ul>
      </Panel>
      {state.hasTag('waiting') ? (
        <Note tone="bad" title="Sem resposta do servidor.">
          A entrega é enviada de novo sozinha e vale uma vez só.
        </Note>
      ) : null}
      <div className={styles.actions}>
        <p className={styles.more}>Sem volta depois de entregar. Devolução é outro pedido.</p>
        <Button
          size="lg"
          fullWidth
          className={styles.big}
          loading={isBusy}
          disabled={!isBusy && !state.can({ type: 'delivery.confirmed' })}
          onClick={() => handover.send({ type: 'delivery.confirmed' })}
        >
          {left > 0
            ? `Falta marcar ${count(left, 'item', 'itens')}`
            : `Entregar ${count(lines.length, 'item', 'itens')}`}
        </Button>
        <Button
          variant="subtle"
          size="md"
          fullWidth
          disabled={!state.can({ type: 'handover.left' })}
          onClick={() => handover.send({ type: 'handover.left' })}
        >
          Não é esta pessoa
        </Button>
      </div>
    </>
  );
}

function Delivered({ handover, found }: { handover: Handover; found: Found | null }) {
  return (
    <Panel title="Entregue" fact={found ? shortCode(found.order.code) : undefined}>
      <Note tone="ok" title={`Entregue a ${found?.order.recipient?.name ?? found?.order.buyer.name ?? ''}.`}>
        A pessoa já vê no celular dela.
      </Note>
      <Button size="lg" onClick={() => handover.send({ type: 'handover.left' })}>
        Próximo código
      </Button>
    </Panel>
  );
}

export { IconQrcode as RailIcon };

/** Retirada: goods for whoever shows the code. */
export function HandoverScreen() {
  const { desk } = useDesk();
  const handover = useSelector(desk, ({ children }) => children.handover);
  const state = useSelector(handover, (snapshot) => snapshot);
  if (!handover || !state) return null;
  const { found } = state.context;
  return (
    <div className={styles.page}>
      {state.hasTag('delivered') ? (
        <Delivered handover={handover} found={found} />
      ) : found && state.hasTag('found') ? (
        <FoundOrder handover={handover} state={state} found={found} />
      ) : (
        <>
          {state.hasTag('waiting') ? (
            <Note tone="bad" title="Sem conexão.">
              O código está guardado e é procurado de novo sozinho.
            </Note>
          ) : null}
          <CodeForm handover={handover} state={state} />
        </>
      )}
    </div>
  );
}

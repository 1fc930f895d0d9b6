import { useAppState } from '#client/hooks.ts';
import { useNoAnswer } from '#client/no-answer.ts';
import { problemTitle } from '#client/problem-title.ts';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { later } from '#components/layout/later.tsx';
import { useEffect, useEffectEvent, useRef } from 'react';
import { AlertButton, type AlertBoxProps } from './alert-button.tsx';
import { type AlertFormProps, useAlert } from './alert.ts';
import { waitingText } from './alert-words.ts';

/** Comes with the first who asks: it brings the library of forms. */
const LateForm = later<AlertFormProps>(
  'client/shop/campaign/alert-form.tsx',
  async () => (await import('./alert-form.tsx')).AlertForm,
  null,
  { afterwards: true },
);

/** The button of an alert, its form, and what waits; of whoever is here, once that is known. */
export function AlertBox(props: AlertBoxProps) {
  const session = useAppState(({ context }) => context.session);
  const { campaign, when, point, onWant } = props;
  if (session === 'restoring') return <AlertButton {...props} onClick={() => onWant(true)} />;
  return <Offer key={[session, campaign, when, point?.latitude, point?.longitude].join()} {...props} />;
}

function Offer({ isWanted, onWant, ...props }: AlertBoxProps) {
  const view = useAlert(props);
  const { state, send } = view;
  const { alert } = state.context;
  const begin = useEffectEvent(() => {
    if (!isWanted) return;
    onWant(false);
    send({ type: 'alert.opened' });
  });
  useEffect(() => begin(), []);
  const place = useRef<HTMLDivElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    // What was pressed is gone: whoever stood on it stands on what came in its place.
    if (!isFirst.current && document.activeElement === document.body) place.current?.focus();
    isFirst.current = false;
  }, [alert]);
  return (
    <div ref={place} tabIndex={-1}>
      {alert ? (
        <Waiting {...view} isPaused={props.isPaused} />
      ) : (
        <AlertButton {...props} onClick={() => send({ type: 'alert.opened' })} />
      )}
      {state.hasTag('asking') ? <LateForm {...view} isPaused={props.isPaused} /> : null}
    </div>
  );
}

function Waiting({ state, send, isPaused }: AlertFormProps) {
  const noAnswer = useNoAnswer();
  const { alert, problem } = state.context;
  if (!alert) return null;
  if (state.hasTag('offline'))
    return (
      <RefusalNote
        text={noAnswer.say(
          'Cancelamos o aviso quando a conexão voltar.',
          'Ainda não sabemos se o aviso foi cancelado: já estamos repetindo.',
        )}
        remedy={{ label: 'Tentar de novo', onClick: () => send({ type: 'load.retried' }) }}
      />
    );
  if (state.matches('stopping')) return <RefusalNote tone="info" text="Cancelando o aviso…" />;
  return (
    <RefusalNote
      tone={problem ? 'bad' : 'info'}
      text={problem ? problemTitle(problem) : waitingText(alert, isPaused)}
      remedy={{
        label: problem ? 'Tentar de novo' : 'Cancelar aviso',
        onClick: () => send({ type: 'alert.stopped' }),
      }}
    />
  );
}

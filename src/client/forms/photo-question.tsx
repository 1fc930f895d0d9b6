import { photoActors } from '#actors/photo.ts';
import { useShell } from '#client/context.ts';
import { refusalText } from '#client/forms/form.ts';
import { useOnline } from '#client/hooks.ts';
import type { FieldOf } from '#components/form/fields-of.ts';
import { PhotoField } from '#components/form/photo-field.tsx';
import type { FormField } from '#contract/place.ts';
import { photoMachine } from '#machines/checkout/photo.machine.ts';
import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useState } from 'react';

interface Props {
  question: FormField;
  field: FieldOf<string, string>;
  /** Told whether one is on its way: what is sent meanwhile would go without it. */
  onPending: (isPending: boolean) => void;
  /** Where the picture goes, when it is not the answer to a campaign's question. */
  actors?: ReturnType<typeof photoActors>;
  /** What may be sent, where several stand together and say it once. */
  limits?: string;
}

const LIMITS = 'JPEG, PNG ou WebP. Reduzimos a foto no seu aparelho e tiramos o lugar e a hora dela.';

/** A question that a photo answers; what stands in the field is the photo's id. */
export function PhotoQuestion({ question, field, onPending, actors, limits = LIMITS }: Props) {
  const { api } = useShell();
  const [machine] = useState(() => photoMachine.provide({ actors: actors ?? photoActors(api) }));
  const photo = useActorRef(machine, { input: { id: field.value || null } });
  const state = useSelector(photo, (snapshot) => snapshot);
  const answer = useEffectEvent((id: string | null) => field.onChange(id ?? ''));
  useEffect(() => {
    const { unsubscribe } = photo.on('photo.changed', ({ id }) => answer(id));
    return unsubscribe;
  }, [photo]);
  const isOnline = useOnline();
  useEffect(() => {
    if (isOnline) photo.send({ type: 'network.restored' });
  }, [isOnline, photo]);
  const isPending = state.hasTag('pending');
  const tellPending = useEffectEvent(onPending);
  useEffect(() => tellPending(isPending), [isPending]);
  const { problem, picture, id } = state.context;
  const error = state.matches('unreadable')
    ? 'Não conseguimos abrir este arquivo. Escolha outra foto.'
    : state.matches('lost')
      ? 'Esta foto não está mais com a loja. Mande outra.'
      : state.matches('refused') && problem
        ? refusalText(problem)
        : field.error;
  return (
    <PhotoField
      name={question.name}
      label={question.label}
      help={[question.help, limits].filter(Boolean).join(' ') || undefined}
      required={question.required}
      optional={!question.required}
      disabled={!question.editable}
      error={error}
      picture={picture}
      has={id !== null && !state.matches('removing')}
      busy={
        state.matches('preparing')
          ? 'Preparando a foto'
          : state.matches('sending')
            ? 'Enviando a foto'
            : state.matches('waiting')
              ? 'Sem conexão: a foto está guardada aqui e vai assim que ela voltar.'
              : state.matches('recalling')
                ? 'Buscando a foto'
                : null
      }
      onChoose={(file) => photo.send({ type: 'photo.chosen', file })}
      onRemove={
        state.can({ type: 'photo.removed' }) ? () => photo.send({ type: 'photo.removed' }) : undefined
      }
      onRetry={state.can({ type: 'load.retried' }) ? () => photo.send({ type: 'load.retried' }) : undefined}
    />
  );
}

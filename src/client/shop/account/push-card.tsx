import { useShell } from '#client/context.ts';
import { useAppState, useTenant } from '#client/hooks.ts';
import { useNoAnswer } from '#client/no-answer.ts';
import { type PushView, isPushSilent, usePush } from '#client/person/push.ts';
import { Button } from '#components/form/button.tsx';
import { Card } from '#components/layout/card.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { useState } from 'react';

/**
 * With an order it is offered, unless it was sent away; at the messages it is a preference and always there. Who buys
 * without an account has no messages, and switches it off where it was offered.
 */
type At = 'order' | 'guest' | 'messages';

/** Notifications in this browser: offered, switched on and switched off. */
export function PushCard({ at }: { at: 'order' | 'messages' }) {
  const { clock } = useShell();
  const { client } = useTenant();
  const [isSilent] = useState(() => at === 'order' && isPushSilent(client, clock.now()));
  const isClient = useAppState(({ context }) => context.session !== 'visitor');
  return isSilent ? null : <Living at={at === 'order' && !isClient ? 'guest' : at} />;
}

const Living = ({ at }: { at: At }) => <PushCardView at={at} {...usePush()} />;

interface Words {
  title: string;
  text: string;
  action: string;
}

/** What stands on the card; null where nothing is to be said. */
function useWords({ state, at }: Pick<PushView, 'state'> & { at: At }): Words | null {
  const noAnswer = useNoAnswer();
  const isSaid = state.hasTag('offered') || (at === 'guest' && state.hasTag('on'));
  // With an order only what the person has just answered is gone into.
  if (at !== 'messages' && !state.context.hasAnswered && !isSaid) return null;
  const kept = {
    order: ' Tudo o que avisamos fica também em Mensagens.',
    guest: '',
    messages: ' Tudo o que avisamos fica também nesta página.',
  }[at];
  if (state.matches('unstopped'))
    return {
      title: 'Os avisos continuam ligados',
      text: 'O navegador não desligou os avisos. Tente de novo em instantes.',
      action: 'Desligar neste aparelho',
    };
  if (state.hasTag('on'))
    return {
      title: 'Avisos ligados neste aparelho',
      text: `Avisamos aqui do que importa nos seus pedidos, até você desligar${at === 'guest' ? '' : ' ou sair da conta'}.`,
      action: 'Desligar neste aparelho',
    };
  if (state.hasTag('offered'))
    return {
      title: 'Quer receber avisos dos pedidos?',
      text: 'Avisamos neste aparelho quando algo importante acontecer com um pedido seu, também com a loja fechada. Você desliga quando quiser.',
      action: 'Quero receber',
    };
  if (state.hasTag('denied'))
    return {
      title: 'Os avisos estão bloqueados neste navegador',
      text: `Para receber, abra as configurações do navegador e permita as notificações desta loja.${kept}`,
      action: 'Já permiti',
    };
  if (state.hasTag('failed'))
    return {
      title: 'Não conseguimos ligar os avisos',
      text: noAnswer.say('Tente de novo quando a conexão voltar.', `Tente de novo em instantes.${kept}`),
      action: 'Tentar de novo',
    };
  return null;
}

/** The card as its chart has it. The first button stays the same element: whoever pressed it keeps the focus. */
export function PushCardView({ at, state, send }: PushView & { at: At }) {
  const words = useWords({ state, at });
  if (!words) return null;
  const isOn = state.hasTag('on');
  const canDismiss = at !== 'messages' && state.can({ type: 'push.dismissed' });
  const press = () => {
    if (isOn) send({ type: 'push.stopped' });
    else if (state.hasTag('denied')) send({ type: 'load.retried' });
    else send({ type: 'push.accepted' });
  };
  const dismiss = () => {
    send({ type: 'push.dismissed' });
    // The button goes away with the card.
    document.querySelector<HTMLElement>('[data-screen-heading]')?.focus();
  };
  return (
    <Card as="section" labelledBy="push-title">
      <Stack gap={3}>
        <div role="status">
          <Stack gap={1}>
            <Text as="h2" size={18} weight={600} id="push-title">
              {words.title}
            </Text>
            <Text tone="soft">{words.text}</Text>
          </Stack>
        </div>
        <Button kind={isOn ? 'quiet' : 'soft'} busy={state.hasTag('busy')} onClick={press}>
          {words.action}
        </Button>
        {canDismiss ? (
          <Button kind="ghost" onClick={dismiss}>
            Agora não
          </Button>
        ) : null}
      </Stack>
    </Card>
  );
}

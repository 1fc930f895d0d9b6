import { AppScreen } from '#client/app-screen.tsx';
import { useGo, useLinkTo, useScreen } from '#client/links.ts';
import { useNoAnswer } from '#client/no-answer.ts';
import { problemTitle } from '#client/problem-title.ts';
import { useOrderProof } from '#client/shop/order/order-proof.ts';
import { Button } from '#components/form/button.tsx';
import { ListRow } from '#components/layout/list-row.tsx';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { formatOrderCode, normaliseOrderCode } from '#domain/order/order-code.ts';
import { afterText } from '#domain/spans.ts';
import { IconDeviceMobile, IconMail } from '@tabler/icons-react';
import { useEffect } from 'react';
import { WhichOrder } from '../change/which-order.tsx';

/** Asks for a code at the phone or the e-mail of an order; neither is told before it has been asked for. */
export function OrderVerificationScreen() {
  const {
    params: { channel },
    search: { order = '' },
  } = useScreen('app.orderVerification');
  const code = normaliseOrderCode(order);
  return code ? (
    <Asking key={`${code} ${channel}`} code={code} channel={channel === 'email' ? 'email' : 'phone'} />
  ) : (
    <WhichOrder />
  );
}

function Asking({ code, channel }: { code: string; channel: 'phone' | 'email' }) {
  const go = useGo();
  const linkTo = useLinkTo();
  const noAnswer = useNoAnswer();
  const { state, send } = useOrderProof({ code, channel, isTyping: false });
  const isSent = state.matches('typing');
  const isProved = state.matches('proved');
  useEffect(() => {
    if (isSent) go('app.orderActivation', { channel }, { order: code });
    else if (isProved) go('app.orderTrackingDetails', { code });
  }, [isSent, isProved, go, channel, code]);
  const isPhone = channel === 'phone';
  const { problem } = state.context;
  return (
    <AppScreen width="narrow" cart={false}>
      <Stack gap={6} gutter>
        <Stack gap={2}>
          <ScreenHeading size={36}>Este pedido é seu?</ScreenHeading>
          <Text tone="soft">
            Vamos enviar um código de 6 números {isPhone ? 'por SMS para o celular' : 'para o e-mail'} que
            está no pedido {formatOrderCode(code).slice(0, 9)}…. Com ele você vê o pedido inteiro.
          </Text>
        </Stack>
        {state.hasTag('offline') ? (
          <RefusalNote
            text={noAnswer.say(
              'Envie de novo quando a conexão voltar.',
              'Não sabemos se o código saiu: espere um pouco ou envie de novo.',
            )}
          />
        ) : null}
        {state.hasTag('absent') ? (
          <RefusalNote
            text={
              problem?.code === 'COUNTRY'
                ? problemTitle(problem)
                : `Não há pedido com este código e um ${isPhone ? 'celular' : 'e-mail'}. Tente o outro contato, ou confira o código do pedido.`
            }
            remedy={{ label: 'Conferir o código', link: linkTo('app.orderTrackingSearch') }}
          />
        ) : null}
        {state.hasTag('failed') && problem ? (
          <RefusalNote
            text={
              problem.code === 'TOO_MANY_REQUESTS'
                ? `Foram muitos pedidos seguidos. Tente de novo ${afterText(problem.retryAfter)}.`
                : problemTitle(problem)
            }
          />
        ) : null}
        <Button busy={state.hasTag('busy') || isSent} onClick={() => send({ type: 'code.requested' })}>
          Enviar código
        </Button>
        <ListRow
          flush
          icon={isPhone ? <IconMail size={24} /> : <IconDeviceMobile size={24} />}
          title={isPhone ? 'Receber por e-mail' : 'Receber por SMS'}
          detail={isPhone ? 'No e-mail do pedido' : 'No celular do pedido'}
          link={linkTo('app.orderVerification', { channel: isPhone ? 'email' : 'phone' }, { order: code })}
        />
      </Stack>
    </AppScreen>
  );
}

import { useFlow, useFlowState } from '#client/flow-hooks.ts';
import { type NoAnswer, useNoAnswer } from '#client/no-answer.ts';
import { type PayerLinkView, usePayerLink } from '#client/shop/order/payer-link.ts';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { Button } from '#components/form/button.tsx';
import { Card } from '#components/layout/card.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { inCents } from '#contract/money.ts';
import type { PixCharge } from '#contract/payment/payment.ts';
import { formatHour } from '#domain/dates.ts';
import { formatReais } from '#domain/money/money.ts';
import { IconCopy, IconSend, IconUsers } from '@tabler/icons-react';
import styles from './payer-link.module.css';

/** What became of the link, where the eyes are. */
function saidOf({ state }: PayerLinkView): string {
  if (state.matches('made')) return 'O link está pronto.';
  if (state.matches('shared')) return 'Link enviado. Quando o pagamento cair, esta tela muda sozinha.';
  if (state.matches('copied')) return 'Link copiado. Cole na conversa com quem vai pagar.';
  return state.matches('byHand') ? 'Não deu para enviar daqui. Toque no link para selecionar e copie.' : '';
}

interface Props extends PayerLinkView {
  /** epoch ms */
  until: number;
  /** It is not known yet who asks. */
  isEarly: boolean;
  noAnswer: NoAnswer;
  /** Asks how the charge stands. */
  onLook: () => void;
}

/** Why there is no link, and what can be done. */
function Trouble({ state, send, noAnswer, onLook }: Props) {
  if (state.hasTag('refused'))
    return (
      <RefusalNote
        text="Este código não pode mais ser pago, por isso não fizemos o link."
        remedy={{ label: 'Ver como está o Pix', onClick: onLook }}
      />
    );
  if (!state.hasTag('offline') && !state.hasTag('failed')) return null;
  return (
    <RefusalNote
      text={noAnswer.say('Quando ela voltar, fazemos o link.', 'O link ainda não foi feito.')}
      remedy={{ label: 'Tentar de novo', onClick: () => send({ type: 'load.retried' }) }}
    />
  );
}

export function PayerLinkPanel(props: Props) {
  const { state, send, url, hasSheet, until, isEarly } = props;
  return (
    <Card as="section" labelledBy="payer-link">
      <Stack gap={3}>
        <Text as="h2" id="payer-link" weight={600}>
          Outra pessoa vai pagar?
        </Text>
        <Text size={15} tone="soft">
          Ela abre um link com o valor, o código Pix e o nome da loja. Seu nome, os itens e o endereço não
          aparecem. O link vale até {formatHour(until)}, como este código.
        </Text>
        {state.matches('offered') || state.hasTag('busy') ? (
          <Button
            kind="soft"
            icon={<IconUsers size={22} />}
            busy={isEarly || state.hasTag('busy')}
            onClick={() => send({ type: 'link.requested' })}
          >
            Alguém paga por mim
          </Button>
        ) : null}
        {url === null ? null : (
          <>
            <p className={styles.link} translate="no">
              {url}
            </p>
            <Button
              kind="soft"
              icon={hasSheet ? <IconSend size={22} /> : <IconCopy size={22} />}
              busy={state.matches('sharing')}
              onClick={() => send({ type: 'link.shared' })}
            >
              {hasSheet ? 'Enviar o link' : 'Copiar o link'}
            </Button>
          </>
        )}
        <Trouble {...props} />
        <p role="status" className={styles.said}>
          {saidOf(props)}
        </p>
      </Stack>
    </Card>
  );
}

/** "Alguém paga por mim": a link to this very charge, for somebody who sees no more than what to pay. */
export function PayerLinkCard({ charge }: { charge: PixCharge }) {
  const view = usePayerLink(charge.orderCode, formatReais(inCents(charge.amount)));
  const pix = useFlow('pix');
  return (
    <PayerLinkPanel
      {...view}
      until={Date.parse(charge.expiresAt)}
      isEarly={useFlowState('pix', (s) => s.matches('believed'))}
      noAnswer={useNoAnswer()}
      onLook={() => pix.send({ type: 'page.shown' })}
    />
  );
}

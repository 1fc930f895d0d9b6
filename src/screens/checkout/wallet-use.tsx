import { useFlow, useFlowState } from '#client/flow-hooks.ts';
import { useForm } from '#client/forms/form.ts';
import { useNow } from '#client/hooks.ts';
import { loweredTexts, untilText, usedText } from '#client/shop/payment/wallet-words.ts';
import { Button } from '#components/form/button.tsx';
import { Checkbox } from '#components/form/checkbox.tsx';
import { ChoiceGroup } from '#components/form/choice-row.tsx';
import { TextField } from '#components/form/text-field.tsx';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { Card } from '#components/layout/card.tsx';
import { Row, Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { TextLink } from '#components/layout/text-link.tsx';
import { inCents, reaisOf } from '#contract/money.ts';
import type { WalletOffer, WalletPart } from '#contract/payment/payment.ts';
import { amountAnswer } from '#domain/answers.ts';
import { formatReais } from '#domain/money/money.ts';
import { type ReactNode, useState } from 'react';
import * as v from 'valibot';

const NO_OFFERS: WalletOffer[] = [];
const NO_PARTS: WalletPart[] = [];
const NO_WISHES: { uuid: string; amount: number }[] = [];

/** A wallet that can pay, or was to: what it has shrunk to is said even where that is nothing. */
type Payer = Pick<WalletOffer, 'uuid' | 'name' | 'max' | 'expiresAt'>;

/** Parts of what is to be paid, or all of it, from wallets: what is over first stands first. */
export function WalletUse() {
  const offers = useFlowState('checkout', (s) => s.context.wallet?.wallets ?? NO_OFFERS);
  const parts = useFlowState('checkout', (s) => s.context.wallet?.parts ?? NO_PARTS);
  const isUpdating = useFlowState('checkout', (s) => s.matches({ payment: 'updating' }));
  const left = useFlowState('checkout', (s) => s.context.wallet?.left ?? 0);
  // One amount is changed at a time.
  const [changed, setChanged] = useState<string | null>(null);
  const spent = parts.filter(({ uuid }) => !offers.some((offer) => offer.uuid === uuid));
  const payers: Payer[] = [...offers, ...spent.map(({ uuid, name }) => ({ uuid, name, max: 0 }))];
  if (payers.length === 0) return null;
  return (
    <>
      <Card as="section">
        <Stack gap={3}>
          <Payers isOne={payers.length === 1}>
            {payers.map((payer) => (
              <Use
                key={payer.uuid}
                payer={payer}
                isOne={payers.length === 1}
                isChanged={changed === payer.uuid}
                onChange={setChanged}
              />
            ))}
          </Payers>
          {isUpdating ? null : loweredTexts(parts).map((text) => <RefusalNote key={text} text={text} />)}
        </Stack>
      </Card>
      {parts.length > 0 && !isUpdating ? (
        <Text tone="soft" numeric>
          {left > 0
            ? `Pague o resto, ${formatReais(inCents(left))}, com:`
            : 'O seu saldo paga tudo: não falta escolher mais nada.'}
        </Text>
      ) : null}
    </>
  );
}

const Payers = ({ isOne, children }: { isOne: boolean; children: ReactNode }) =>
  isOne ? (
    children
  ) : (
    <ChoiceGroup legend="Usar saldo da carteira" help="Dá para juntar mais de um saldo.">
      <Stack gap={3}>{children}</Stack>
    </ChoiceGroup>
  );

interface UseProps {
  payer: Payer;
  isOne: boolean;
  /** its amount is being changed */
  isChanged: boolean;
  onChange: (uuid: string | null) => void;
}

/** Whether a wallet pays, and how much. */
function Use({ payer: { uuid, name, max, expiresAt }, isOne, isChanged, onChange }: UseProps) {
  const checkout = useFlow('checkout');
  const wish = useFlowState('checkout', (s) => (s.context.draft.wallets ?? NO_WISHES).find(isOf(uuid)));
  const part = useFlowState('checkout', (s) => (s.context.wallet?.parts ?? NO_PARTS).find(isOf(uuid)));
  const isUpdating = useFlowState('checkout', (s) => s.matches({ payment: 'updating' }));
  const now = useNow(60_000);
  const use = (amount: number | null) => {
    onChange(null);
    checkout.send({ type: 'wallet.chosen', uuid, amount });
  };
  const most = formatReais(inCents(max));
  const until = expiresAt ? ` · vence ${untilText(Date.parse(expiresAt), now)}` : '';
  return (
    <Stack gap={2}>
      <Checkbox
        name={`wallet-${uuid}`}
        label={isOne ? 'Usar saldo da carteira' : name}
        help={
          max === 0
            ? wish
              ? undefined
              : 'Os outros saldos já pagam o que este poderia pagar.'
            : isOne
              ? `Dá para usar até ${most} nesta compra.`
              : `até ${most}${until}`
        }
        checked={wish !== undefined}
        disabled={max === 0 && wish === undefined}
        onChange={(isOn) => use(isOn ? max : null)}
      />
      {wish && max > 0 ? (
        isChanged ? (
          <AmountForm whose={isOne ? 'da carteira' : `de ${name}`} max={max} onChange={use} />
        ) : (
          <Row between wrap>
            <Text numeric>
              Usando <b>{usedText(part && !isUpdating ? part : wish)}</b>
            </Text>
            <TextLink onClick={() => onChange(uuid)} label={isOne ? undefined : `Mudar valor de ${name}`}>
              Mudar valor
            </TextLink>
          </Row>
        )
      ) : null}
    </Stack>
  );
}
const isOf = (uuid: string) => (one: { uuid: string }) => one.uuid === uuid;

interface AmountProps {
  /** `da carteira`, `de Pontos` */
  whose: string;
  max: number;
  onChange: (amount: number) => void;
}

/** How much of a wallet is used, to say less. */
function AmountForm({ whose, max, onChange }: AmountProps) {
  const most = inCents(max);
  const form = useForm({
    schema: v.object({ amount: amountAnswer(most) }),
    initial: () => ({ amount: '' }),
    draft: 'checkout.wallet',
    onSubmit: ({ amount }) => onChange(reaisOf(amount)),
  });
  return (
    <Stack as="form" {...form.props} gap={3}>
      <TextField
        {...form.field('amount')}
        label={`Quanto usar ${whose}, em reais`}
        inputMode="decimal"
        placeholder={formatReais(most).slice(3)}
        autoComplete="off"
        autoFocus
      />
      <Button kind="soft" type="submit">
        Usar este valor
      </Button>
    </Stack>
  );
}

import { useFlow, useFlowState } from '#client/flow-hooks.ts';
import { useForm } from '#client/forms/form.ts';
import { useNow } from '#client/hooks.ts';
import { loweredText, untilText } from '#client/shop/wallet-words.ts';
import { Button } from '#components/form/button.tsx';
import { Checkbox } from '#components/form/checkbox.tsx';
import { ChoiceGroup, ChoiceRow } from '#components/form/choice-row.tsx';
import { TextField } from '#components/form/text-field.tsx';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { Card } from '#components/layout/card.tsx';
import { Row, Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { TextLink } from '#components/layout/text-link.tsx';
import { inCents, reaisOf } from '#contract/money.ts';
import type { WalletOffer } from '#contract/payment.ts';
import { amountAnswer } from '#domain/answers.ts';
import { formatReais } from '#domain/money/money.ts';
import { useState } from 'react';
import * as v from 'valibot';

const NONE: WalletOffer[] = [];

/** A part of what is to be paid, or all of it, from a wallet: what is over first is used first. */
export function WalletUse() {
  const checkout = useFlow('checkout');
  const offers = useFlowState('checkout', (s) => s.context.wallet?.wallets ?? NONE);
  const part = useFlowState('checkout', (s) => s.context.wallet?.part);
  const chosen = useFlowState('checkout', (s) => s.context.draft.wallets?.[0]);
  const isUpdating = useFlowState('checkout', (s) => s.matches({ payment: 'updating' }));
  const left = useFlowState('checkout', (s) => s.context.wallet?.left ?? 0);
  const now = useNow(60_000);
  const [first] = offers;
  if (!first && !chosen) return null;
  const use = (uuid: string, amount: number) =>
    checkout.send({ type: 'wallet.chosen', part: { uuid, amount } });
  const offer = offers.find(({ uuid }) => uuid === chosen?.uuid);
  const lowered = part && !isUpdating ? loweredText(part) : null;
  return (
    <>
      <Card as="section">
        <Stack gap={3}>
          <Checkbox
            name="wallet"
            label="Usar saldo da carteira"
            help={
              first
                ? `Dá para usar até ${formatReais(inCents((offer ?? first).max))} nesta compra.`
                : undefined
            }
            checked={chosen !== undefined}
            onChange={(isOn) =>
              isOn && first
                ? use(first.uuid, first.max)
                : checkout.send({ type: 'wallet.chosen', part: null })
            }
          />
          {lowered ? <RefusalNote text={lowered} /> : null}
          {chosen && offers.length > 1 ? (
            <ChoiceGroup legend="De qual carteira" legendHidden>
              {offers.map(({ uuid, name, max, expiresAt }) => (
                <ChoiceRow
                  key={uuid}
                  name="wallet-of"
                  value={uuid}
                  checked={uuid === chosen.uuid}
                  onChoose={() => use(uuid, max)}
                  title={name}
                  detail={`até ${formatReais(inCents(max))}${
                    expiresAt ? ` · vence ${untilText(Date.parse(expiresAt), now)}` : ''
                  }`}
                />
              ))}
            </ChoiceGroup>
          ) : null}
          {offer && chosen ? (
            <Amount
              key={`${chosen.uuid} ${part?.amount}`}
              offer={offer}
              amount={part && !isUpdating ? part.amount : chosen.amount}
              onChange={(amount) => use(offer.uuid, amount)}
            />
          ) : null}
        </Stack>
      </Card>
      {part && !isUpdating ? (
        <Text tone="soft" numeric>
          {left > 0
            ? `Pague o resto, ${formatReais(inCents(left))}, com:`
            : 'O seu saldo paga tudo: não falta escolher mais nada.'}
        </Text>
      ) : null}
    </>
  );
}

interface AmountProps {
  offer: WalletOffer;
  amount: number;
  onChange: (amount: number) => void;
}

/** How much of it is used, and the way to use less. */
function Amount({ offer, amount, onChange }: AmountProps) {
  const [isOpen, setOpen] = useState(false);
  return isOpen ? (
    <AmountForm offer={offer} onChange={onChange} />
  ) : (
    <Row between wrap>
      <Text numeric>
        Usando <b>{formatReais(inCents(amount))}</b>
      </Text>
      <TextLink onClick={() => setOpen(true)}>Mudar valor</TextLink>
    </Row>
  );
}

function AmountForm({ offer, onChange }: Omit<AmountProps, 'amount'>) {
  const most = inCents(offer.max);
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
        label="Quanto usar da carteira, em reais"
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

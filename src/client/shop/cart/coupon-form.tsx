import { useForm } from '#client/forms/form.ts';
import { useNoAnswer } from '#client/no-answer.ts';
import { Button } from '#components/form/button.tsx';
import { TextField } from '#components/form/text-field.tsx';
import { LiveText } from '#components/layout/live-text.tsx';
import { Row, Stack } from '#components/layout/stack.tsx';
import { TextLink } from '#components/layout/text-link.tsx';
import { CouponCode } from '#contract/coupon.ts';
import { couponCode } from '#domain/coupon-code.ts';
import { useMemo } from 'react';
import * as v from 'valibot';
import type { CartMoney } from './cart-money.ts';
import styles from './coupon-box.module.css';
import { missingFor, useCouponWays, useTriedCoupon } from './coupon.ts';
import { couponRefusalText } from './coupon-words.ts';

const Typed = v.object({ coupon: CouponCode });

interface Props {
  money: CartMoney;
  onClose: () => void;
}

/** Where a code is typed; what became of it stands at the field until it is changed. */
export function CouponForm({ money, onClose }: Props) {
  const { code: tried, state } = useTriedCoupon();
  const ways = useCouponWays();
  const { error, help } = useVerdict(money);
  const form = useForm({
    schema: Typed,
    initial: () => ({ coupon: tried }),
    kept: useMemo(() => (tried ? { coupon: tried } : null), [tried]),
    onSubmit: ({ coupon }) => ways.apply(coupon),
  });
  const field = form.field('coupon');
  const isSame = couponCode(form.values.coupon) === tried;
  const close = () => {
    ways.forget();
    onClose();
  };
  return (
    <Stack as="form" {...form.props} gap={2}>
      <TextField
        {...field}
        label="Cupom de desconto"
        error={field.error ?? (isSame ? error : undefined)}
        help={isSame ? help : undefined}
        autoCapitalize="characters"
        autoComplete="off"
        enterKeyHint="done"
        maxLength={60}
        autoFocus={state === 'none'}
        after={
          <span className={styles.apply}>
            <Button kind="quiet" size="s" width="auto" type="submit" busy={state === 'checking'}>
              Aplicar
            </Button>
          </span>
        }
      />
      <Row>
        <TextLink onClick={close} tone="ink">
          Cancelar
        </TextLink>
      </Row>
      <LiveText>{(isSame && (error ?? help)) || ''}</LiveText>
    </Stack>
  );
}

/** What is to be said of the code that was tried. */
function useVerdict(money: CartMoney): { error?: string; help?: string } {
  const { code, state, trouble } = useTriedCoupon();
  const noAnswer = useNoAnswer();
  if (state === 'checking') return { help: 'Conferindo o cupom.' };
  if (state === 'offline')
    return {
      help: noAnswer.say(
        'O cupom está guardado e é aplicado quando a conexão voltar.',
        'O cupom está guardado e é aplicado assim que ela responder.',
      ),
    };
  if (state === 'failed') return { error: 'A loja não soube dizer se o cupom vale. Tente de novo.' };
  if (state !== 'refused' || !trouble) return {};
  const missing = missingFor(trouble.terms, money);
  // The goods are there, and the server is on its way to see it.
  if (trouble.reason === 'MIN_TOTAL' && missing === 0) return { help: 'Conferindo o cupom.' };
  return {
    error: couponRefusalText(trouble, code, missing),
    ...(trouble.reason === 'MIN_TOTAL' ? { help: 'Ele entra sozinho quando o carrinho chegar lá.' } : {}),
  };
}

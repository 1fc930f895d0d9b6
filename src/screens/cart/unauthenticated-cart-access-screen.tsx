import { AppScreen } from '#client/app-screen.tsx';
import { useRefusalReason, useRootState, useTenant } from '#client/hooks.ts';
import { useCartCount } from '#client/frame-parts.ts';
import { useLinkTo } from '#client/links.ts';
import { useMedia } from '#client/media.ts';
import { useCartMoney } from '#client/shop/cart/cart-money.ts';
import { useSso } from '#client/sso.ts';
import { SsoButtons, SsoNote } from '#client/sso-ways.tsx';
import { Button } from '#components/form/button.tsx';
import { Card } from '#components/layout/card.tsx';
import { Money } from '#components/product/money.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { Row, Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { Thumb } from '#components/product/thumb.tsx';
import { tintOf } from '#components/campaign/tint.ts';
import { lineKey } from '#domain/cart-line.ts';
import { IconDeviceMobile, IconMail, IconUserOff } from '@tabler/icons-react';

const SHOWN = 4;

/** Who is buying: a visitor with a full cart says it here, with a code and without a password. */
export function UnauthenticatedCartAccessScreen() {
  const linkTo = useLinkTo();
  const media = useMedia();
  // The screen says by itself that it is asked who buys.
  const reason = useRefusalReason();
  const { guestOrders, intranet } = useTenant();
  const lines = useRootState('cart', (s) => s.context.lines);
  const count = useCartCount();
  const { totals } = useCartMoney();
  const sso = useSso();
  return (
    <AppScreen width="narrow" cart={false} refusal={reason === 'guest.closed'} back={linkTo('app.cart')}>
      <Stack gap={6} gutter>
        <Stack gap={2}>
          <ScreenHeading size={36}>Para quem é o pedido?</ScreenHeading>
          <Text tone="soft">Você recebe um código e continua de onde parou. Sem senha.</Text>
        </Stack>
        <Card as="section">
          <Stack gap={3}>
            <Row between gap={3}>
              <Text as="h2" size={16} weight={600}>
                Seu carrinho está guardado
              </Text>
              <Text weight={700} numeric>
                <Money amount={totals.total} />
              </Text>
            </Row>
            <Row gap={2} wrap>
              {lines.slice(0, SHOWN).map((line) => (
                <Thumb
                  key={lineKey(line)}
                  size={56}
                  src={line.image ? media(line.image) : null}
                  tint={tintOf(line.tint ?? line.name)}
                />
              ))}
            </Row>
            <Text size={15} tone="soft">
              {count === 1 ? '1 item' : `${count} itens`}
              {lines.length > SHOWN ? `, de ${lines.length} produtos` : ''}, sem a entrega.
            </Text>
          </Stack>
        </Card>
        <Stack gap={2}>
          <Button
            icon={<IconDeviceMobile size={22} />}
            link={linkTo('login.request', { type: 'login', channel: 'phone' })}
          >
            Receber código por SMS
          </Button>
          <Button
            kind="soft"
            icon={<IconMail size={22} />}
            link={linkTo('login.request', { type: 'login', channel: 'email' })}
          >
            Receber código por e-mail
          </Button>
          <SsoButtons {...sso} />
          <SsoNote {...sso} />
          {guestOrders && !intranet ? (
            <Button
              kind="ghost"
              icon={<IconUserOff size={22} />}
              link={linkTo('checkout.lead', {}, { for: 'guest' })}
            >
              Continuar sem conta
            </Button>
          ) : null}
        </Stack>
        <Text size={13} tone="quiet">
          Primeira compra? O cadastro leva um minuto e vem logo depois do código.
        </Text>
      </Stack>
    </AppScreen>
  );
}

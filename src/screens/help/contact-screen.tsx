import { AppScreen } from '#client/app-screen.tsx';
import { Contact } from '#client/help/contact.tsx';
import { useTenant } from '#client/hooks.ts';
import { useScreen } from '#client/links.ts';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { formatOrderCode } from '#domain/order/order-code.ts';

/** How to speak with the store. Source: specification §2; D89. */
export function ContactScreen() {
  const { partner } = useTenant();
  const { order } = useScreen('app.contact').search;
  const code = order && formatOrderCode(order);
  return (
    <AppScreen title="Fale com a loja" width="narrow" labelledBy="contato">
      <Stack gutter gap={4}>
        <Stack gap={1}>
          <ScreenHeading id="contato">{`Fale com a ${partner}`}</ScreenHeading>
          {code ? <Text tone="soft" numeric>{`Sobre o pedido ${code}`}</Text> : null}
        </Stack>
        <Contact order={code} />
      </Stack>
    </AppScreen>
  );
}

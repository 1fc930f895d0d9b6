import { useTenant } from '#client/hooks.ts';
import { later } from '#components/layout/later.tsx';
import { Card } from '#components/layout/card.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { useState, useSyncExternalStore } from 'react';
import { HelpChannels } from './channels.tsx';
import { traceOf } from './kept.ts';
import { ToldCode } from './told-code.tsx';

const Attach = later('client/help/attach.tsx', async () => (await import('./attach.tsx')).Attach, null, {
  afterwards: true,
});
const never = () => () => undefined;

/**
 * Whom to ask and when, with the code by which the store finds the last problem (D89), or by which it sees what the app
 * did: that has the problem's in it, so one code is shown. What comes after the page is drawn last, so that nothing
 * moves. @param order the code of the order that it is about
 */
export function Contact({ order }: { order?: string | undefined }) {
  const { client } = useTenant();
  // This browser knows it, the server that draws the page does not.
  const trace = useSyncExternalStore(
    never,
    () => traceOf(client),
    () => null,
  );
  const [ticket, setTicket] = useState<string | null>(null);
  const subject = [
    order && `Pedido ${order}.`,
    trace && `Código do problema: ${trace}.`,
    ticket && `Código do chamado: ${ticket}.`,
  ];
  return (
    <Stack gap={4}>
      <Card pad={false}>
        <HelpChannels subject={subject.filter(Boolean).join(' ')} />
      </Card>
      {trace && !ticket ? (
        <Card as="section">
          <ToldCode
            title="Algo deu errado?"
            why="Diga este código à loja: com ele ela acha o último problema. Ele já vai na mensagem."
            code={trace}
          />
        </Card>
      ) : null}
      <Attach onAttached={setTicket} />
    </Stack>
  );
}

import { AppScreen } from '#client/app-screen.tsx';
import { ContactCode } from '#client/forms/contact-code.tsx';
import { useLinkTo, useScreen } from '#client/links.ts';
import { useNoAnswer } from '#client/no-answer.ts';
import { problemTitle } from '#client/problem-title.ts';
import { useContactChange } from '#client/shop/account/contact.ts';
import { EmptyState } from '#components/feedback/empty-state.tsx';
import { CardSkeleton, Waiting } from '#components/feedback/skeleton-screens.tsx';
import { Button } from '#components/form/button.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { Stack } from '#components/layout/stack.tsx';
import type { Owner } from '#machines/account/contact.machine.ts';
import type { Channel } from '#machines/login/code.ts';
import { ContactProof } from './contact-proof.tsx';
import { AccountUnheard, useOwner } from './own-account.tsx';

/** Typing the code that went to a new contact. Whole, it submits itself. */
export function UpdateActivationScreen() {
  const { channel } = useScreen('app.updateActivation').params;
  const owner = useOwner();
  const own = channel === 'email' ? 'email' : 'phone';
  return owner ? (
    <Typing key={own} owner={owner} channel={own} />
  ) : (
    <AccountUnheard title="Digite o código" />
  );
}

function Typing({ owner, channel }: { owner: Owner; channel: Channel }) {
  const { state, send } = useContactChange(owner, { channel, isTyping: true });
  const linkTo = useLinkTo();
  const noAnswer = useNoAnswer();
  const { problem } = state.context;
  const again = linkTo('app.updateVerification', { channel });
  if (state.matches('proving'))
    return (
      <AppScreen width="narrow" cart={false}>
        <ContactProof state={state} />
      </AppScreen>
    );
  if (state.matches('recalling') || state.matches('changed'))
    return (
      <AppScreen width="narrow" cart={false} busy>
        <Stack gap={6} gutter>
          <ScreenHeading hidden>Digite o código que enviamos</ScreenHeading>
          <Waiting text="Um instante">
            <CardSkeleton height="240px" />
          </Waiting>
        </Stack>
      </AppScreen>
    );
  if (state.matches('asking') || state.matches('unsent'))
    return (
      <AppScreen width="narrow" cart={false}>
        <EmptyState
          heading
          drawing="search"
          title={problem ? 'A troca não foi feita' : 'Nenhum código está a caminho'}
          text={
            problem && problem.code !== 'NETWORK'
              ? problemTitle(problem)
              : 'Os códigos valem por 5 minutos e só na aba em que foram pedidos. O seu contato continua o mesmo.'
          }
          action={<Button link={again}>{problem ? 'Usar outro contato' : 'Pedir um código'}</Button>}
        />
      </AppScreen>
    );
  return (
    <AppScreen width="narrow" cart={false}>
      <ContactCode
        autoFocus
        state={state}
        send={send}
        again={again}
        unheard={noAnswer.say(
          'Ainda não sabemos se o contato mudou: perguntamos quando a conexão voltar.',
          'Ainda não sabemos se o contato mudou: já estamos perguntando.',
        )}
      />
    </AppScreen>
  );
}

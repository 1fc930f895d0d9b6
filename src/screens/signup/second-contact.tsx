import { AppScreen } from '#client/app-screen.tsx';
import { useFlow, useFlowState } from '#client/flow-hooks.ts';
import { ProofForm } from '#client/forms/proof-form.tsx';
import { CardSkeleton, Waiting } from '#components/feedback/skeleton-screens.tsx';
import { Breakable } from '#components/layout/breakable.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { formatPhone } from '#domain/person/phone.ts';
import type { ContactEvent, contactMachine } from '#machines/account/contact.machine.ts';
import { useSelector } from '@xstate/react';
import type { ComponentType } from 'react';
import type { SnapshotFrom } from 'xstate';

export interface SecondView {
  state: SnapshotFrom<typeof contactMachine>;
  send: (event: ContactEvent) => void;
  /** goes on without a proof @param value told, and proved to nobody */
  postpone: (value: string) => void;
}

/**
 * The contact that a sign-up adds, where its chart is: its shape before that, and in its place the code to the first
 * contact where half an hour has gone by.
 */
export function SecondContact({
  title,
  screen: Screen,
}: {
  title: string;
  screen: ComponentType<SecondView>;
}) {
  const signup = useFlow('signup');
  const actor = useFlowState('signup', (s) => s.children.second);
  const state = useSelector(actor, (s) => s);
  if (!actor || !state || state.matches('recalling') || state.matches('changed'))
    return (
      <AppScreen width="narrow" cart={false} busy>
        <Stack gap={6} gutter>
          <ScreenHeading hidden>{title}</ScreenHeading>
          <Waiting text="Um instante">
            <CardSkeleton height="240px" />
          </Waiting>
        </Stack>
      </AppScreen>
    );
  if (state.matches('proving')) return <FirstContact state={state} />;
  return (
    <Screen
      state={state}
      send={(event) => actor.send(event)}
      postpone={(value) => signup.send({ type: 'contact.postponed', value })}
    />
  );
}

function FirstContact({ state }: Pick<SecondView, 'state'>) {
  const { proof } = state.children;
  const { phone, email } = state.context.known;
  return (
    <AppScreen width="narrow" cart={false}>
      <Stack gap={6} gutter>
        <Stack gap={2}>
          <ScreenHeading size={36}>Confirme que é você</ScreenHeading>
          <Text tone="soft">
            O código do começo valeu por meia hora. Enviamos outro para{' '}
            <Text as="span" weight={600} tone="ink" nowrap={phone !== null}>
              <Breakable>{phone ? formatPhone(phone) : (email ?? '')}</Breakable>
            </Text>
            ; o que você respondeu está guardado.
          </Text>
        </Stack>
        {proof ? <ProofForm proof={proof} /> : null}
      </Stack>
    </AppScreen>
  );
}

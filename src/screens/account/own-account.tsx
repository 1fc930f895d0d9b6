import { AppScreen } from '#client/app-screen.tsx';
import { useRoot, useRootState } from '#client/hooks.ts';
import { useNoAnswer } from '#client/no-answer.ts';
import { ErrorState } from '#components/feedback/error-state.tsx';
import { RowsSkeleton, Waiting } from '#components/feedback/skeleton-screens.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import type { Account, User } from '#contract/people/account.ts';
import type { Form } from '#contract/place.ts';

interface Owner {
  account: Account;
  user: User;
}

/** Whose account this is; null while the shop has not been told yet. */
export function useOwner(): Owner | null {
  const account = useRootState('session', (s) => s.context.account);
  const user = useRootState('session', (s) => s.context.user);
  return account && user ? { account, user } : null;
}

/** Over a person's own data. Source: specification §2 (personal-data form). */
export const DataHeading = ({
  title = 'Dados Pessoais',
  subtitle = 'Assim garantimos que tudo chegará até você',
}: Pick<Form, 'title' | 'subtitle'>) => (
  <Stack gap={1}>
    <ScreenHeading>{title}</ScreenHeading>
    <Text tone="soft">{subtitle}</Text>
  </Stack>
);

/** In place of a screen of the account while nothing can be said of it: its shape, or why no answer came. */
export function AccountUnheard({ title }: { title: string }) {
  const session = useRoot('session');
  const isOffline = useRootState('session', (s) => s.hasTag('offline'));
  const isFailed = useRootState('session', (s) => s.hasTag('failed'));
  const noAnswer = useNoAnswer();
  const isLost = isOffline || isFailed;
  return (
    <AppScreen title={title} cart={false} width="narrow" busy={!isLost}>
      {isLost ? (
        <ErrorState
          heading
          title={isOffline ? noAnswer.title : 'Não conseguimos abrir os seus dados'}
          text="Os seus dados estão guardados na loja. Tente de novo em instantes."
          retry={{ onClick: () => session.send({ type: 'load.retried' }) }}
        />
      ) : (
        <Stack gap={3} gutter>
          <ScreenHeading hidden>{title}</ScreenHeading>
          <Waiting text="Carregando os seus dados">
            <RowsSkeleton count={4} />
          </Waiting>
        </Stack>
      )}
    </AppScreen>
  );
}

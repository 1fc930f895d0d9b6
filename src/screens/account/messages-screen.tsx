import { AppScreen } from '#client/app-screen.tsx';
import { useShell } from '#client/context.ts';
import { useLinkTo, usePlaceLink } from '#client/links.ts';
import { placeOfLink } from '#client/outside/deep-link.ts';
import { useInbox } from '#client/shop/account/inbox.ts';
import { Unreachable } from '#client/shop/place/unreachable.tsx';
import { EmptyState } from '#components/feedback/empty-state.tsx';
import { RowsSkeleton, Waiting } from '#components/feedback/skeleton-screens.tsx';
import { Button } from '#components/form/button.tsx';
import { Chip } from '#components/form/chip.tsx';
import type { LinkTarget } from '#components/form/link.ts';
import { Card } from '#components/layout/card.tsx';
import { ListRow, RowList } from '#components/layout/list-row.tsx';
import { later } from '#components/layout/later.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import type { News } from '#contract/people/push.ts';
import { formatMoment } from '#domain/dates.ts';
import { IconMail, IconMailOpened } from '@tabler/icons-react';

const TITLE = 'Mensagens';

const PushCard = later(
  'client/shop/account/push-card.tsx',
  async () => (await import('#client/shop/account/push-card.tsx')).PushCard,
  null,
  { afterwards: true },
);

/** What the store told a person, the newest first; each leads to what it is about. */
export function MessagesScreen() {
  const { state, send } = useInbox();
  return (
    <AppScreen title={TITLE} width="narrow" busy={state.hasTag('busy')}>
      {state.hasTag('offline') || state.hasTag('failed') ? (
        <Unreachable
          what="as mensagens"
          problem={state.hasTag('offline') ? 'offline' : 'failed'}
          onRetry={() => send({ type: 'load.retried' })}
        />
      ) : state.hasTag('empty') ? (
        <Stack gap={6}>
          <Nothing />
          <Stack gutter>
            <PushCard at="messages" />
          </Stack>
        </Stack>
      ) : (
        <Stack gap={3} gutter>
          <ScreenHeading hidden="phone">{TITLE}</ScreenHeading>
          {state.hasTag('busy') ? (
            <Waiting text="Buscando as mensagens">
              <RowsSkeleton count={5} />
            </Waiting>
          ) : (
            <Card pad={false}>
              <RowList divided label={TITLE}>
                {state.context.messages.map((message) => (
                  <Message
                    key={message.id}
                    message={message}
                    onOpen={() => send({ type: 'message.opened', id: message.id })}
                  />
                ))}
              </RowList>
            </Card>
          )}
          {state.matches('shown') ? <PushCard at="messages" /> : null}
        </Stack>
      )}
    </AppScreen>
  );
}

function Nothing() {
  const linkTo = useLinkTo();
  return (
    <EmptyState
      heading
      title="Nenhuma mensagem ainda"
      text="O que acontece com os seus pedidos aparece aqui e fica guardado por seis meses."
      action={<Button link={linkTo('app.newHome')}>Ver as campanhas</Button>}
    />
  );
}

/** A screen of this store; a message leads nowhere else. */
function useTarget(target: string | undefined): LinkTarget | null {
  const { addresses } = useShell();
  const linkOf = usePlaceLink();
  const place = target === undefined ? null : placeOfLink(addresses, target);
  return place && linkOf(place);
}

function Message({
  message: { title, text, at, target, readAt },
  onOpen,
}: {
  message: News;
  onOpen: () => void;
}) {
  const link = useTarget(target);
  const isNew = readAt === undefined;
  const opening = link && {
    ...link,
    onClick: (event: Parameters<NonNullable<LinkTarget['onClick']>>[0]) => {
      onOpen();
      link.onClick?.(event);
    },
  };
  return (
    <ListRow
      icon={isNew ? <IconMail size={24} /> : <IconMailOpened size={24} />}
      title={title}
      detail={text}
      note={
        <Text as="span" size={13} tone="quiet">
          {formatMoment(Date.parse(at))}
        </Text>
      }
      {...(isNew ? { end: <Chip tone="info">Nova</Chip> } : {})}
      {...(opening ? { link: opening } : isNew ? { onClick: onOpen } : {})}
      height={72}
    />
  );
}

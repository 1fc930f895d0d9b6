import { useLinkTo } from '#client/links.ts';
import { useNoAnswer } from '#client/no-answer.ts';
import type { LinkView } from '#client/person/link.ts';
import { problemTitle } from '#client/problem-title.ts';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { Button } from '#components/form/button.tsx';
import { Breakable } from '#components/layout/breakable.tsx';
import { ListRow } from '#components/layout/list-row.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { IconDoorEnter } from '@tabler/icons-react';
import type { ReactNode } from 'react';

type Ended = readonly [title: string, text: string];
const unknown: Ended = [
  'Não reconhecemos este link',
  'Ele pode ter chegado cortado. Abra de novo pelo e-mail, ou peça outro código.',
];
const used: Ended = [
  'Este link não vale mais',
  'Ele já foi usado, passou dos 5 minutos, ou um código mais novo tomou o lugar dele. Peça outro código.',
];
/** Why a link signs nobody in any more, by what the server said. */
const over: Readonly<Record<string, Ended>> = {
  INVALID_CODE: unknown,
  MALFORMED: unknown,
  EXPIRED_CODE: used,
  TOO_MANY_ATTEMPTS: [
    'Este link não vale mais',
    'O código deste e-mail foi errado vezes demais, e o link parou de valer com ele. Espere um pouco e peça outro código.',
  ],
};

function headed({ state }: LinkView): readonly [title: ReactNode, text: string] {
  const { contact, problem } = state.context;
  if (state.matches('asking') || state.matches('redeeming'))
    return [
      <Breakable key="asked">{`Entrar como ${contact}?`}</Breakable>,
      'Você abriu o link do nosso e-mail. Um toque, e você entra neste aparelho.',
    ];
  if (state.matches('over')) return over[problem?.code ?? ''] ?? used;
  if (state.matches('failed')) return ['Não deu para entrar agora', 'O link continua guardado nesta página.'];
  if (state.matches('unopened'))
    return [
      'Seu link está certo, mas a loja não respondeu',
      'Você não precisa de outro. Tente em instantes.',
    ];
  if (state.matches('unseen') || state.matches('unanswered'))
    return ['O link está guardado', 'Tentamos de novo sozinhos assim que der. Não feche esta página.'];
  return [state.matches('looking') ? 'Conferindo o link' : 'Entrando', 'É só um instante.'];
}

/** What a sign-in link is waiting for, or why it does nothing any more, and what can be done. */
export function SignInLink(view: LinkView) {
  const { state, send } = view;
  const { problem } = state.context;
  const linkTo = useLinkTo();
  const { title } = useNoAnswer();
  const [heading, text] = headed(view);
  const again = (label: string) => ({ label, onClick: () => send({ type: 'load.retried' }) });
  const isAsked = state.matches('asking') || state.matches('redeeming');
  return (
    <Stack gap={6} gutter>
      <Stack gap={2}>
        <ScreenHeading size={36}>{heading}</ScreenHeading>
        <Text tone="soft">{text}</Text>
      </Stack>
      {state.hasTag('offline') ? (
        <RefusalNote
          text={
            state.matches('waiting')
              ? 'Você entrou, mas a sua conta ainda não abriu. Tentamos de novo sozinhos.'
              : `${title}. O link vale 5 minutos, contados do envio do e-mail.`
          }
          remedy={again('Tentar agora')}
        />
      ) : null}
      {state.hasTag('failed') ? (
        <RefusalNote
          tone="bad"
          text={problem ? problemTitle(problem) : 'A loja não respondeu.'}
          remedy={again('Tentar de novo')}
        />
      ) : null}
      {isAsked ? (
        <Stack gap={4}>
          <Button busy={state.matches('redeeming')} onClick={() => send({ type: 'signin.confirmed' })}>
            Entrar
          </Button>
          <Text tone="soft">Não foi você quem pediu? Feche esta página: sem o toque, ninguém entra.</Text>
        </Stack>
      ) : null}
      {state.matches('over') ? (
        <Button link={linkTo('login.request', { type: 'login', channel: 'email' })}>
          Pedir outro código
        </Button>
      ) : null}
      {state.hasTag('busy') ? null : (
        <ListRow
          flush
          icon={<IconDoorEnter size={24} />}
          title="Entrar de outro jeito"
          link={linkTo('login.options')}
        />
      )}
    </Stack>
  );
}

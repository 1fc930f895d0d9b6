import { AppScreen } from '#client/app-screen.tsx';
import { useFlowState } from '#client/flow-hooks.ts';
import { ContactCode } from '#client/forms/contact-code.tsx';
import { useLinkTo } from '#client/links.ts';
import { useNoAnswer } from '#client/no-answer.ts';
import { problemTitle } from '#client/problem-title.ts';
import { EmptyState } from '#components/feedback/empty-state.tsx';
import { Button } from '#components/form/button.tsx';
import { SecondContact, type SecondView } from './second-contact.tsx';

/** The code that went to the contact which a sign-up adds. */
export function SignUpActivationScreen() {
  return <SecondContact title="Digite o código que enviamos" screen={Typing} />;
}

function Typing({ state, send, postpone }: SecondView) {
  const { channel, problem, value } = state.context;
  const linkTo = useLinkTo();
  const noAnswer = useNoAnswer();
  const told = useFlowState('signup', (s) => s.context.second);
  const again = linkTo('signup.verification', { channel });
  const isTaken = problem?.code === 'TAKEN';
  const later = (
    // Whose account has it is known to be theirs: the new one does without.
    <Button kind="quiet" onClick={() => postpone(isTaken ? '' : value || (told ?? ''))}>
      Depois
    </Button>
  );
  const what = channel === 'phone' ? 'celular' : 'e-mail';
  if (state.matches('asking') || state.matches('unsent'))
    return (
      <AppScreen width="narrow" cart={false}>
        <EmptyState
          heading
          drawing="search"
          title={problem ? `O ${what} não foi confirmado` : 'Nenhum código está a caminho'}
          text={
            isTaken
              ? `Este ${what} já é de outra conta. Use outro, siga sem ele ou saia e entre com ele.`
              : problem && problem.code !== 'NETWORK'
                ? problemTitle(problem)
                : 'Os códigos valem por 5 minutos e só na aba em que foram pedidos. O seu cadastro está guardado.'
          }
          action={<Button link={again}>{problem ? `Usar outro ${what}` : 'Pedir um código'}</Button>}
          after={later}
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
          `Ainda não sabemos se o ${what} foi confirmado: perguntamos quando a conexão voltar.`,
          `Ainda não sabemos se o ${what} foi confirmado: já estamos perguntando.`,
        )}
      >
        {later}
      </ContactCode>
    </AppScreen>
  );
}

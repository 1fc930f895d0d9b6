import { useFlow, useFlowState } from '#app/flow-hooks.ts';
import { useTenant } from '#app/hooks.ts';
import { useGo, useLinkTo } from '#app/links.ts';
import { ScreenLink } from '#app/screen-link.tsx';
import { Card } from '#components/card.tsx';
import { Checkbox } from '#components/checkbox.tsx';
import { ListRow, RowList } from '#components/list-row.tsx';
import { formatCpf } from '#domain/cpf.ts';
import { IconHome, IconId, IconUser } from '@tabler/icons-react';
import { useState } from 'react';
import { SignUpStep } from './step.tsx';

/** Start of the sign-up: what is asked, what is known already, and the terms. */
export function SignUpAccountScreen() {
  const signup = useFlow('signup');
  const linkTo = useLinkTo();
  const go = useGo();
  const { partner, legal } = useTenant();
  const name = useFlowState('signup', (s) => s.context.name);
  const cpf = useFlowState('signup', (s) => s.context.identification);
  const address = useFlowState('signup', (s) => s.context.address);
  const accepted = useFlowState('signup', (s) => s.context.terms !== null);
  const [isAgreed, setAgreed] = useState(accepted);
  const begin = () => {
    signup.send({ type: 'terms.accepted', version: legal.terms.version });
    go('signup.name');
  };
  return (
    <SignUpStep title="Vamos criar o seu cadastro" text={`É a primeira vez deste contato na ${partner}. São três perguntas rápidas.`} action="Criar conta" reason={isAgreed ? null : 'Para continuar, aceite os termos acima.'} onSubmit={begin}>
      <Card pad={false}>
        <RowList divided label="O que vamos pedir">
          <ListRow icon={<IconUser size={24} />} title="Seu nome" detail={name || 'Para o pedido chegar em seu nome'} {...(name ? { link: linkTo('signup.name') } : {})} />
          <ListRow icon={<IconId size={24} />} title="Seu CPF" detail={cpf ? formatCpf(cpf) : 'Para a nota fiscal'} {...(cpf ? { link: linkTo('signup.identification') } : {})} />
          <ListRow icon={<IconHome size={24} />} title="Seu CEP" detail={address?.postalCode ?? 'Para mostrar o que chega até você'} {...(address ? { link: linkTo('signup.postalCode') } : {})} />
        </RowList>
      </Card>
      <Checkbox name="terms" checked={isAgreed} onChange={setAgreed} label={<>Li e aceito os <ScreenLink to="app.about">termos e a política de privacidade</ScreenLink></>} />
    </SignUpStep>
  );
}

import { useFlow, useFlowState } from '#client/flow-hooks.ts';
import { useForm } from '#client/forms/form.ts';
import { usePersonalForm } from '#client/forms/personal-form.ts';
import { useTenant } from '#client/hooks.ts';
import { useLinkTo } from '#client/links.ts';
import { ScreenLink } from '#client/screen-link.tsx';
import { Card } from '#components/layout/card.tsx';
import { Checkbox } from '#components/form/checkbox.tsx';
import { ListRow, RowList } from '#components/layout/list-row.tsx';
import { isAsked } from '#domain/form-errors.ts';
import { formatCpf } from '#domain/person/cpf.ts';
import { lackingContact } from '#domain/person/lacking-contact.ts';
import { formatPhone } from '#domain/person/phone.ts';
import { addedForm } from '#domain/person/personal-form.ts';
import { IconAddressBook, IconClipboardText, IconHome, IconId, IconUser } from '@tabler/icons-react';
import { useMemo } from 'react';
import * as v from 'valibot';
import { SignUpStep } from './step.tsx';

const ACCEPT = 'Para continuar, aceite os termos acima.';
const Terms = v.object({ terms: v.pipe(v.boolean(), v.literal(true, ACCEPT)) });

/** Start of the sign-up: what is asked, what is known already, and the terms. */
export function SignUpAccountScreen() {
  const signup = useFlow('signup');
  const linkTo = useLinkTo();
  const { partner, legal } = useTenant();
  const isKnown = useFlowState('signup', (s) => s.context.userId !== '');
  const name = useFlowState('signup', (s) => s.context.name);
  const cpf = useFlowState('signup', (s) => s.context.identification);
  const { asked } = usePersonalForm();
  const more = addedForm(asked).fields.filter((one) => isAsked(one, {}));
  const lack = useFlowState('signup', (s) => lackingContact(s.context));
  const second = useFlowState('signup', (s) => s.context.second);
  const address = useFlowState('signup', (s) => s.context.address);
  const isAgreed = useFlowState('signup', (s) => s.can({ type: 'signup.begun' }));
  const agree = (isTicked: boolean) =>
    signup.send(
      isTicked
        ? {
            type: 'terms.accepted',
            texts: [
              { id: 'terms', version: legal.terms.version },
              { id: 'privacy', version: legal.privacy.version },
            ],
          }
        : { type: 'terms.withdrawn' },
    );
  const form = useForm({
    schema: Terms,
    initial: () => ({ terms: isAgreed }),
    kept: useMemo(() => ({ terms: isAgreed }), [isAgreed]),
    onChange: ({ terms = false }) => agree(terms),
    onSubmit: () => signup.send({ type: 'signup.begun' }),
  });
  const { value: isTicked, ...terms } = form.field('terms');
  const count = ['três', 'quatro', 'cinco', 'seis'][more.length + (lack ? 1 : 0)] ?? 'poucas';
  return (
    <SignUpStep
      title="Vamos criar o seu cadastro"
      text={
        isKnown
          ? `É a primeira vez deste contato na ${partner}. São ${count} perguntas rápidas.`
          : `São ${count} perguntas rápidas; depois você confirma quem é com o acesso da empresa.`
      }
      action="Criar conta"
      reason={isAgreed ? null : ACCEPT}
      form={form}
    >
      <Card pad={false}>
        <RowList divided label="O que vamos pedir">
          <ListRow
            icon={<IconUser size={24} />}
            title="Seu nome"
            detail={name || 'Para o pedido chegar em seu nome'}
            {...(name ? { link: linkTo('signup.name') } : {})}
          />
          <ListRow
            icon={<IconId size={24} />}
            title="Seu CPF"
            detail={cpf ? formatCpf(cpf) : 'Para a nota fiscal'}
            {...(cpf ? { link: linkTo('signup.identification') } : {})}
          />
          {more.length > 0 ? (
            <ListRow
              icon={<IconClipboardText size={24} />}
              title={new Intl.ListFormat('pt-BR').format(more.map(({ label }) => label))}
              detail="Só esta loja pergunta"
              {...(cpf ? { link: linkTo('signup.identification') } : {})}
            />
          ) : null}
          {lack ? (
            <ListRow
              icon={<IconAddressBook size={24} />}
              title={lack === 'phone' ? 'Seu celular' : 'Seu e-mail'}
              detail={second ? (lack === 'phone' ? formatPhone(second) : second) : 'Só se você quiser'}
              {...(second ? { link: linkTo('signup.verification', { channel: lack }) } : {})}
            />
          ) : null}
          <ListRow
            icon={<IconHome size={24} />}
            title="Seu CEP"
            detail={address?.postalCode ?? 'Para mostrar o que chega até você'}
            {...(address ? { link: linkTo('signup.postalCode') } : {})}
          />
        </RowList>
      </Card>
      <Checkbox
        {...terms}
        checked={isTicked}
        label={
          <>
            Li e aceito os <ScreenLink to="app.about">termos</ScreenLink> e a{' '}
            <ScreenLink to="app.privacy">política de privacidade</ScreenLink>
          </>
        }
      />
    </SignUpStep>
  );
}

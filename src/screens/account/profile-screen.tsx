import { AppScreen } from '#client/app-screen.tsx';
import { usePersonalForm } from '#client/forms/personal-form.ts';
import { useLinkTo } from '#client/links.ts';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { Button } from '#components/form/button.tsx';
import { Breakable } from '#components/layout/breakable.tsx';
import { Card } from '#components/layout/card.tsx';
import { ListRow, RowList } from '#components/layout/list-row.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { missingFields, valueIn } from '#domain/person/account.ts';
import { formatPhone } from '#domain/person/phone.ts';
import { answerText } from '#domain/person/profile.ts';
import { IconDeviceMobile, IconMail } from '@tabler/icons-react';
import { AccountUnheard, DataHeading, useOwner } from './own-account.tsx';
import { OwnData } from './own-data.tsx';
import { Consents } from './consents.tsx';
import { Devices } from './devices.tsx';

const list = new Intl.ListFormat('pt-BR');

/** What the store has of a person, as they told it. */
export function ProfileScreen() {
  const owner = useOwner();
  const linkTo = useLinkTo();
  const { asked } = usePersonalForm();
  if (!owner) return <AccountUnheard title="Dados pessoais" />;
  const { account, user } = owner;
  const missing = missingFields(asked, account);
  const shown = asked.fields.filter(({ name, hidden }) => !hidden || valueIn(account, name) !== undefined);
  const typed = shown.filter(({ name }) => missing.includes(name) && name !== 'phone');
  return (
    <AppScreen title="Dados pessoais" cart={false} width="narrow">
      <Stack gap={6} gutter>
        <DataHeading />
        {typed.length > 0 ? (
          <RefusalNote
            text={`Complete seus dados. Falta: ${list.format(typed.map(({ label }) => label))}.`}
            remedy={{ label: 'Completar', link: linkTo('app.editProfile') }}
          />
        ) : null}
        {missing.includes('phone') ? (
          <RefusalNote
            text="Complete seus dados. Falta o celular, com que a loja avisa da entrega."
            remedy={{ label: 'Adicionar', link: linkTo('app.updateVerification', { channel: 'phone' }) }}
          />
        ) : null}
        <Card pad={false}>
          <RowList divided label="Seus dados">
            {shown.map((field) => {
              const value = valueIn(account, field.name);
              const text =
                field.name === 'phone' && typeof value === 'string'
                  ? formatPhone(value)
                  : answerText(field, value);
              return (
                <ListRow
                  key={field.name}
                  title={field.label}
                  detail={
                    <Breakable>{text ?? (field.required ? 'Falta preencher' : 'Não informado')}</Breakable>
                  }
                />
              );
            })}
          </RowList>
        </Card>
        <Card pad={false}>
          <RowList divided label="Como você entra">
            <ListRow
              icon={<IconDeviceMobile size={24} />}
              title={user.phone ? 'Trocar celular' : 'Adicionar celular'}
              detail="Um código confirma que ele é seu"
              link={linkTo('app.updateVerification', { channel: 'phone' })}
            />
            <ListRow
              icon={<IconMail size={24} />}
              title={user.email ? 'Trocar e-mail de acesso' : 'Entrar também por e-mail'}
              detail="Um código confirma que ele é seu"
              link={linkTo('app.updateVerification', { channel: 'email' })}
            />
          </RowList>
        </Card>
        <Button link={linkTo('app.editProfile')}>Editar dados</Button>
      </Stack>
      <Devices />
      <Consents />
      <OwnData owner={owner} />
    </AppScreen>
  );
}

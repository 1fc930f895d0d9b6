import { useTenant } from '#client/hooks.ts';
import { Breakable } from '#components/layout/breakable.tsx';
import { ListRow, RowList } from '#components/layout/list-row.tsx';
import { formatPhone } from '#domain/person/phone.ts';
import { IconBrandWhatsapp, IconClock, IconMail, IconPhone } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { helpLink } from './help-link.ts';

interface Props {
  /** what it is about, added to the message */
  subject?: string | undefined;
  hours?: boolean;
  children?: ReactNode;
}

/** Every way of speaking with the store, the messaging app first. */
export function HelpChannels({ subject, hours = true, children }: Props) {
  const { help, legal } = useTenant();
  return (
    <RowList divided label="Fale com a loja">
      <ListRow
        icon={<IconBrandWhatsapp size={24} />}
        title={help.label}
        detail={`WhatsApp ${formatPhone(help.phone)}`}
        link={helpLink(help, subject)}
      />
      <ListRow
        icon={<IconPhone size={24} />}
        title="Telefone"
        detail={formatPhone(legal.phone)}
        link={{ href: `tel:${legal.phone}` }}
      />
      <ListRow
        icon={<IconMail size={24} />}
        title="E-mail"
        detail={<Breakable>{legal.email}</Breakable>}
        link={{ href: `mailto:${legal.email}` }}
      />
      {hours ? <ListRow icon={<IconClock size={24} />} title="Horário" detail={help.hours} /> : null}
      {children}
    </RowList>
  );
}

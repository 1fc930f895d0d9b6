import { Contact } from '#client/help/contact.tsx';
import { useTenant } from '#client/hooks.ts';
import { Breakable } from '#components/layout/breakable.tsx';
import { ListRow, RowList } from '#components/layout/list-row.tsx';
import { Sheet } from '#components/layout/sheet.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { IconHelp, IconShieldLock } from '@tabler/icons-react';
import { useState } from 'react';

/**
 * The privacy text and the contact, which are read here and not on screens of their own: those are closed to
 * whoever is not in yet (D63).
 */
export function DoorDialogs() {
  const [open, setOpen] = useState<'privacy' | 'contact' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <RowList divided label="Ajuda e privacidade">
        <ListRow
          flush
          icon={<IconShieldLock size={24} />}
          title="Aviso de privacidade"
          onClick={() => setOpen('privacy')}
        />
        <ListRow
          flush
          icon={<IconHelp size={24} />}
          title="Falar com a loja"
          onClick={() => setOpen('contact')}
        />
      </RowList>
      <PrivacySheet open={open === 'privacy'} onClose={close} />
      <ContactSheet open={open === 'contact'} onClose={close} />
    </>
  );
}

interface SheetProps {
  open: boolean;
  onClose: () => void;
}

export function PrivacySheet(props: SheetProps) {
  const { version, sections } = useTenant().legal.privacy;
  return (
    <Sheet {...props} title="Aviso de privacidade">
      <Stack gap={4}>
        {sections.map(({ title, text }) => (
          <div key={title}>
            <Text as="h3" weight={600}>
              {title}
            </Text>
            <Text tone="soft">
              <Breakable>{text}</Breakable>
            </Text>
          </div>
        ))}
        <Text size={13} tone="quiet">{`Versão ${version}`}</Text>
      </Stack>
    </Sheet>
  );
}

function ContactSheet(props: SheetProps) {
  return (
    <Sheet {...props} title="Falar com a loja">
      {props.open ? <Contact /> : null}
    </Sheet>
  );
}

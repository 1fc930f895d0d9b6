import { useDialog } from '#client/dialogs/dialog.ts';
import { bundled, wordedBy } from '#client/dialogs/words.ts';
import { useApp } from '#client/hooks.ts';
import { Button } from '#components/form/button.tsx';
import { ListRow } from '#components/layout/list-row.tsx';
import { Sheet } from '#components/layout/sheet.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { IconLogout } from '@tabler/icons-react';

/** The way out of the account, asked once: it stands in a list in which a finger slips, and the way back is a code. */
export function SignOut() {
  const app = useApp();
  const { own, isOpen, open, close } = useDialog('logout');
  const { title, text, buttons } = wordedBy(own, bundled.logout);
  return (
    <>
      <ListRow icon={<IconLogout size={24} />} title="Sair" onClick={open} />
      <Sheet
        open={isOpen}
        title={title}
        onClose={close}
        foot={
          <Stack gap={2}>
            <Button onClick={() => app.send({ type: 'signout.requested' })}>
              {buttons['signout.requested']}
            </Button>
            <Button kind="ghost" onClick={close}>
              {buttons['question.closed']}
            </Button>
          </Stack>
        }
      >
        <Text tone="soft">{text}</Text>
      </Sheet>
    </>
  );
}

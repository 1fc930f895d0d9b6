import { CopyButton } from '#components/form/copy-button.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';

/** A code to be told to the store, which already goes into the message. @param why what the store finds by it */
export function ToldCode({ title, why, code }: { title: string; why: string; code: string }) {
  return (
    <Stack gap={3}>
      <Text as="h2" size={18} weight={600}>
        {title}
      </Text>
      <Text tone="soft">{why}</Text>
      <Text size={18} weight={600} numeric>
        {code}
      </Text>
      <CopyButton text={code} kind="soft">
        Copiar
      </CopyButton>
    </Stack>
  );
}

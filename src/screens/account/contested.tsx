import type { ProfileView } from '#client/shop/account/profile.ts';
import { Button } from '#components/form/button.tsx';
import { Card } from '#components/layout/card.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { valueIn } from '#domain/person/account.ts';
import { answerText } from '#domain/person/profile.ts';

/** The same was changed here and elsewhere: both are shown, and the person says what holds. */
export function Contested({ state, send, contested }: ProfileView) {
  const { fields, typed, current } = state.context;
  return (
    <div role="alert">
      <Card>
        <Stack gap={4}>
          <Text weight={600}>Estes dados mudaram em outro lugar enquanto você editava</Text>
          {fields
            .filter(({ name }) => contested.includes(name))
            .map((field) => (
              <Stack key={field.name} gap={1}>
                <Text weight={600}>{field.label}</Text>
                <Text>Na conta: {answerText(field, valueIn(current ?? {}, field.name)) ?? 'vazio'}</Text>
                <Text>Você escreveu: {answerText(field, typed[field.name]) ?? 'vazio'}</Text>
              </Stack>
            ))}
          <Button onClick={() => send({ type: 'mine.chosen' })}>Usar o que eu escrevi</Button>
          <Button kind="soft" onClick={() => send({ type: 'theirs.chosen' })}>
            Ficar com o da conta
          </Button>
        </Stack>
      </Card>
    </div>
  );
}

import { PhotoQuestion } from '#client/forms/photo-question.tsx';
import { Card } from '#components/layout/card.tsx';
import { Row, Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { RETURN_PHOTOS } from '#contract/order/return-photo.ts';
import { useReturnPhotos } from '#client/forms/return-photos.ts';
import { photoLimits } from './trade-words.ts';

interface Props {
  /** id of the order */
  order: string;
  /** those that the shop has */
  ids: readonly string[];
  onChange: (ids: string[], isPending: boolean) => void;
}

/** Up to five pictures, each sent, tried again and taken back by itself. */
export function ReturnPhotos({ order, ids, onChange }: Props) {
  const { slots, actors, change, setPending } = useReturnPhotos(order, ids, onChange);
  return (
    <Card as="section" labelledBy="trade-photos">
      <Stack gap={3}>
        <Row between align="center">
          <Text as="h2" id="trade-photos" size={18} weight={600}>
            Fotos
          </Text>
          <Text size={13} tone="quiet">
            {ids.length} de {RETURN_PHOTOS}
          </Text>
        </Row>
        <Text size={15} tone="soft">
          Mostre o problema de perto. {photoLimits}
        </Text>
        {slots.map(({ key, id }, at) => (
          <PhotoQuestion
            key={key}
            actors={actors}
            limits=""
            question={{
              name: `photo-${key}`,
              label: `Foto ${at + 1}`,
              type: 'file',
              required: at === 0,
              editable: true,
              hidden: false,
            }}
            field={{
              name: `photo-${key}`,
              value: id,
              error: undefined,
              onChange: (changed) => change(key, changed),
            }}
            onPending={(isPending) => setPending(key, isPending)}
          />
        ))}
      </Stack>
    </Card>
  );
}

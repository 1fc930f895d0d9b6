import { returnPhotoActors } from '#actors/photo.ts';
import { useShell } from '#client/context.ts';
import { RETURN_PHOTOS } from '#contract/order/return-photo.ts';
import { useRef, useState } from 'react';

/** A place for one picture: empty, or with the one that the shop has. */
interface Slot {
  key: number;
  id: string;
  isPending: boolean;
}

const isEmpty = ({ id, isPending }: Slot): boolean => id === '' && !isPending;
/** One place more while there is room and none is free; of several free ones the one that was just emptied. */
function withRoom(slots: Slot[], emptied?: number): Slot[] {
  const free = slots.filter(isEmpty);
  if (free.length > 1) {
    const kept = free.find(({ key }) => key === emptied) ?? free[0];
    return slots.filter((slot) => !isEmpty(slot) || slot === kept);
  }
  if (free.length === 1 || slots.length >= RETURN_PHOTOS) return slots;
  return [...slots, { key: Math.max(-1, ...slots.map(({ key }) => key)) + 1, id: '', isPending: false }];
}

/**
 * Pictures of goods that go back, each sent, tried again and taken back by itself.
 * @param order its id @param ids of those that the shop has
 */
export function useReturnPhotos(
  order: string,
  ids: readonly string[],
  onChange: (ids: string[], isPending: boolean) => void,
) {
  const { api } = useShell();
  const [actors] = useState(() => returnPhotoActors(api, order));
  const [slots, setSlots] = useState(() => withRoom(ids.map((id, key) => ({ key, id, isPending: false }))));
  // Two pictures may speak before anything is drawn again.
  const newest = useRef(slots);
  const commit = (next: Slot[]) => {
    newest.current = next;
    setSlots(next);
    onChange(
      next.flatMap(({ id }) => id || []),
      next.some(({ isPending }) => isPending),
    );
  };
  return {
    slots,
    actors,
    change: (key: number, id: string) =>
      commit(
        withRoom(
          newest.current.map((slot) => (slot.key === key ? { ...slot, id } : slot)),
          key,
        ),
      ),
    setPending(key: number, isPending: boolean) {
      if (newest.current.some((slot) => slot.key === key && slot.isPending !== isPending))
        commit(
          withRoom(
            newest.current.map((slot) => (slot.key === key ? { ...slot, isPending } : slot)),
            key,
          ),
        );
    },
  };
}

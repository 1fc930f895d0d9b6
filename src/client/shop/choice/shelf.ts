import type { CatalogPreview, Item, Tag } from '#contract/catalog.ts';
import { visibleItems } from '#machines/catalog/catalog.machine.ts';
import { useMemo } from 'react';
import { useRootState } from '#client/hooks.ts';

export interface Shelf {
  /** Campaign, categories and first items; null until they are there. */
  preview: CatalogPreview | null;
  tags: Tag[];
  /** What category and search leave of all items known so far. */
  items: Item[];
  /** `waiting`: nothing yet. `completing`: the rest is on its way. `partial`: the rest could not be had. */
  phase: 'waiting' | 'completing' | 'whole' | 'partial' | 'offline' | 'failed';
}

const nothing: never[] = [];

/**
 * The catalog of a campaign as an address asks for it.
 * @param ref id or slug
 * @param tag category
 * @param q what was typed
 */
export function useShelf(ref: string, tag: string | null, q: string | null): Shelf {
  const preview = useRootState('catalog', ({ context }) =>
    context.preview && [context.preview.campaign.id, context.preview.campaign.slug].includes(ref)
      ? context.preview
      : null,
  );
  const all = useRootState('catalog', ({ context }) => context.items);
  const known = preview ? all : nothing;
  const phase = useRootState('catalog', (snapshot) => {
    if (snapshot.hasTag('offline')) return 'offline';
    if (snapshot.hasTag('failed')) return 'failed';
    if (snapshot.matches({ open: 'partial' })) return 'partial';
    return snapshot.hasTag('whole') ? 'whole' : 'completing';
  });
  const items = useMemo(() => visibleItems({ items: known, tag, q }), [known, tag, q]);
  return {
    preview,
    tags: preview?.tags ?? nothing,
    items,
    phase: preview || phase === 'offline' || phase === 'failed' ? phase : 'waiting',
  };
}

import type { ReadData } from './data.ts';

export interface NamedPicture {
  /** File and field that name it. */
  at: string;
  name: string;
  /** Drawn on a screen in a frame of its own; not so what an icon is for, or what only the API tells. */
  isShown: boolean;
}

/** The pictures that a tenant's files name. */
export function namedPictures({
  tenant,
  campaigns,
  items,
  documents,
}: Pick<ReadData, 'tenant' | 'campaigns' | 'items' | 'documents'>): NamedPicture[] {
  const named: NamedPicture[] = [];
  const add = (isShown: boolean) => (at: string, name: string | undefined) => {
    if (name) named.push({ at, name, isShown });
  };
  const icon = add(false);
  const shown = add(true);
  for (const [field, name] of Object.entries(tenant?.logo ?? {})) icon(`tenant.json, logo.${field}`, name);
  for (const [index, way] of (tenant?.sso ?? []).entries()) icon(`tenant.json, sso.${index}.icon`, way.icon);
  for (const [id, app] of Object.entries(documents.pwa ?? {})) {
    icon(`documents/pwa.json, ${id}.icon`, app.icon);
    for (const [index, { image }] of (app.screenshots ?? []).entries())
      icon(`documents/pwa.json, ${id}.screenshots.${index}.image`, image);
  }
  for (const { slug, profile, story, expired, depends, properties } of campaigns) {
    const at = `campaigns.json, ${slug}`;
    shown(`${at}, profile.image`, profile.image);
    shown(`${at}, expired.image`, expired?.image);
    icon(`${at}, properties.banner.landscape`, properties.banner?.landscape);
    icon(`${at}, properties.banner.portrait`, properties.banner?.portrait);
    for (const [index, slide] of story.slides.entries()) {
      shown(`${at}, story.slides.${index}.image`, slide.image);
      shown(`${at}, story.slides.${index}.imageWide`, slide.imageWide);
    }
    for (const [index, need] of depends.entries())
      if (need.type === 'campaign') shown(`${at}, depends.${index}.image`, need.image);
  }
  for (const [campaign, shelf] of items)
    for (const { slug, images } of shelf)
      for (const name of images) shown(`items/${campaign}.json, ${slug}, images`, name);
  return named;
}

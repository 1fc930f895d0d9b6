/**
 * A picture that the import made smaller files of says so behind the `#` of its address, which no browser
 * sends: `/media/loja/pao.jpg#3f2a9c1b7d40+avif:144,256+webp:144,256` has
 * `/media/loja/pao.jpg/3f2a9c1b7d40/144.avif` and three more. The address itself stays good for anybody who knows
 * nothing of it.
 */
export interface PictureFile {
  type: string;
  /** Of its shorter side, in px: pictures fill frames that are about square. */
  side: number;
}

export const pictureSuffix = (folder: string, files: readonly PictureFile[]): string =>
  files.length === 0
    ? ''
    : [...Map.groupBy(files, ({ type }) => type)].reduce(
        (text, [type, ones]) => `${text}+${type}:${ones.map(({ side }) => side).join()}`,
        `#${folder}`,
      );

/** What a picture may be drawn from instead, the best type first, as HTML says it. */
export function sourcesOf(address: string): { type: string; srcSet: string }[] {
  const [place, ...kinds] = address.replace('#', '/').split('+');
  return kinds.map((kind) => {
    const [type = '', sides = ''] = kind.split(':');
    return { type: `image/${type}`, srcSet: sides.replace(/\d+/g, `${place}/$&.${type} $&w`) };
  });
}

/** The address of a picture for those who take JPEG and PNG only, such as previews of links. */
export function plainAddress(address: string): string {
  const made = sourcesOf(address).find(({ type }) => /jpeg|png/.test(type));
  return made?.srcSet.split(' ')[0] ?? address.replace(/#.*/, '');
}

/** The folders of the PNG files that the import drew of a tenant's icon, and the icon's own name. */
export interface IconFolders {
  name: string;
  /** 192 and 512 px, as the icon is. */
  any: string;
  /** 192 and 512 px with room around it on the shop's colour; 180 px for iPhones. */
  maskable: string;
}

/** As a web manifest has it. */
export interface Screenshot {
  src: string;
  sizes: string;
  type: string;
  form_factor: 'narrow' | 'wide';
  label: string;
}

export const iconAddress = (
  client: string,
  icons: IconFolders,
  purpose: 'any' | 'maskable',
  side: number,
): string => `/media/${client}/${icons.name}/${icons[purpose]}/${side}.png`;

import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Art, isDrawing } from '#components/campaign/art.tsx';
import { ProductTile } from '#components/product/product-tile.tsx';
import { cents } from '#contract/money.ts';
import { pictureSuffix, plainAddress, sourcesOf } from '#domain/picture.ts';

const files = (type: string, ...sides: number[]) => sides.map((side) => ({ type, side }));
const made = `/media/loja/pao.jpg${pictureSuffix('3f2a9c1b7d40', [...files('avif', 144, 256), ...files('webp', 144)])}`;

describe('the address of a picture', () => {
  it('says which files the import made of it, and is good without them', () => {
    expect(made).toBe('/media/loja/pao.jpg#3f2a9c1b7d40+avif:144,256+webp:144');
    const at = '/media/loja/pao.jpg/3f2a9c1b7d40';
    expect(sourcesOf(made)).toEqual([
      { type: 'image/avif', srcSet: `${at}/144.avif 144w,${at}/256.avif 256w` },
      { type: 'image/webp', srcSet: `${at}/144.webp 144w` },
    ]);
    expect(pictureSuffix('3f2a9c1b7d40', [])).toBe('');
    expect(sourcesOf('/media/loja/pao.jpg')).toEqual([]);
  });
  it('is that of a JPEG or PNG for previews of links', () => {
    expect(plainAddress(made)).toBe('/media/loja/pao.jpg');
    expect(plainAddress('/media/loja/pao.svg')).toBe('/media/loja/pao.svg');
    const newer = `/media/loja/pao.webp${pictureSuffix('a1', [...files('avif', 144), ...files('png', 800)])}`;
    expect(plainAddress(newer)).toBe('/media/loja/pao.webp/a1/800.png');
  });
  it('tells drawings from photographs', () => {
    expect(['/a.svg', '/a.svg?1', '/svg.jpg', made, null].map(isDrawing)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('a picture on the screen', () => {
  it('offers what was made of a photograph, for the frame it stands in, with the photograph last', () => {
    const html = renderToString(
      <ProductTile name="Pão" price={cents(645)} image={made} tint="clay" link={{ href: '/item' }} />,
    );
    const types = [...html.matchAll(/<source type="([^"]+)" srcSet="([^"]+)" sizes="([^"]+)"/g)];
    expect(types.map(([, ...what]) => what)).toEqual(
      sourcesOf(made).map(({ type, srcSet }) => [type, srcSet, 'min(46vw, 280px)']),
    );
    expect(html).toMatch(/<\/?source[^>]*><img src="[^"]+pao\.jpg#[^"]+"[^>]* width="400" height="400"/);
    expect(html.match(/<picture>/g)).toHaveLength(1);
    expect(html).toContain('loading="lazy"');
  });
  it('is the drawing alone where there is nothing to choose from', () => {
    const html = renderToString(<Art src="/media/loja/pao.svg" sizes="72px" />);
    expect(html).not.toMatch(/<(picture|source)/);
  });
});

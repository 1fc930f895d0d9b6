import { Fragment, createElement as h } from 'react';

const CARDS = Array.from({ length: 24 }, (_, index) => ({
  id: index + 1,
  name: `Produto ${index + 1}`,
  price: `R$ ${12 + index},90`,
}));

/** Twenty-four cards with pictures: a shelf, and nothing else. */
export const Shelf = ({
  counts,
  add,
}: {
  counts: Readonly<Record<number, number>>;
  add?: (id: number) => void;
}) =>
  h(
    Fragment,
    null,
    h('header', null, 'Feira'),
    h('h1', null, 'Produtos da semana'),
    h(
      'main',
      null,
      CARDS.map(({ id, name, price }) =>
        h(
          'article',
          { key: id },
          h('img', {
            src: `/img/${id}.png`,
            width: 320,
            height: 320,
            alt: name,
            ...(id > 6 ? { loading: 'lazy' as const } : {}),
          }),
          h('h2', null, name),
          h('p', null, 'Colhido depois que a campanha fecha.'),
          h('b', null, price),
          h('button', { onClick: () => add?.(id) }, counts[id] ? `No carrinho: ${counts[id]}` : 'Adicionar'),
        ),
      ),
    ),
  );

export const STYLES =
  '*{box-sizing:border-box}body{margin:0;font:16px/1.5 system-ui,sans-serif;color:#1c1c1e;background:#fafafa}header{position:sticky;top:0;background:#fff;border-bottom:1px solid #ddd;padding:12px 16px}main{display:grid;grid-template-columns:repeat(auto-fill,minmax(170px,1fr));gap:12px;padding:12px 16px}article{background:#fff;border:1px solid #e5e5e5;border-radius:12px;overflow:hidden}img{display:block;width:100%;aspect-ratio:1;height:auto;background:#eee}h1{font-size:24px;margin:16px}h2{font-size:15px;margin:8px 10px 0}p{margin:2px 10px 8px;font-size:13px}b{display:block;margin:0 10px 10px}button{margin:0 10px 10px;padding:10px;width:calc(100% - 20px)}';

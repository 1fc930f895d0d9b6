import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { CardBrand } from '#components/order/card-brand.tsx';

it('has a sign for each brand of the specification, and a plain card for any other', () => {
  const drawn = ['visa', 'mastercard', 'amex', 'diners', 'elo', 'hipercard', 'discover'].map((brand) =>
    renderToStaticMarkup(<CardBrand brand={brand} />),
  );
  expect(new Set(drawn).size).toBe(7);
  const [plain, other] = ['', 'cabal'].map((brand) => renderToStaticMarkup(<CardBrand brand={brand} />));
  expect(drawn).not.toContain(plain);
  expect(other).toBe(plain);
  expect(drawn[0]).toContain('aria-label="Visa"');
});

import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { FieldsForm } from '../../src/ops/parts/fields-form.tsx';

const drawn = (...errors: { field: string; text: string }[]) =>
  renderToStaticMarkup(
    <FieldsForm
      className={undefined}
      form={{
        props: { ref: { current: null }, onSubmit: () => undefined },
        summary: { errors, onChoose: () => undefined },
      }}
    >
      <input />
    </FieldsForm>,
  );

it('says above the fields of a form how many are wrong and which, each with a link, and nothing before', () => {
  const html = drawn({ field: 'name', text: 'Diga o nome.' }, { field: 'contact', text: 'Diga o e-mail.' });
  expect(html).toMatch(
    /role="alert".*Confira 2 campos.*<a [^>]*>Diga o nome\.<\/a>.*Diga o e-mail\..*<input/s,
  );
  expect(drawn()).not.toContain('alert');
});

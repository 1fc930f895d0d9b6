import { describe, expect, it } from 'vitest';
import { sourceFiles } from '../tools/source.ts';

const files = await sourceFiles(['src/{screens,client,components,ops}/**/*.{ts,tsx}']);
/** Boxes to search in, and the order of what is found: nothing that stands in one is wrong. */
const searches = [
  'src/components/layout/desktop-header.tsx',
  'src/ops/parts/filters.tsx',
  'src/ops/parts/pauses.tsx',
  'src/screens/account/order-filters.tsx',
  'src/screens/catalog/search-field.tsx',
  'src/screens/products/search-box.tsx',
  'src/screens/products/sort-field.tsx',
];
const having = (mark: RegExp) => files.filter(({ text }) => mark.test(text)).map(({ path }) => path);

describe('a form', () => {
  it('has its tries, errors and focus from the one hook', () => {
    const forms = having(/<Stack[^>]*as="form"/);
    expect(forms.length).toBeGreaterThan(6);
    expect(forms.filter((path) => !having(/as="form" \{\.\.\.form\.props\}/).includes(path))).toEqual([]);
    const bare = having(/<form\b(?![^>]*\{\.\.\.form\.props\})/);
    expect(bare).toEqual(searches);
  });
  it('is the same of the shop and of the desk', () => {
    // Of several fields, with the list of what is wrong above them; or of one alone.
    const desk = having(/<form[^>]*\{\.\.\.form\.props\}|<FieldsForm[^>]*form=\{form\}/).filter(
      (path) => path !== 'src/ops/parts/fields-form.tsx',
    );
    expect(desk.length).toBeGreaterThan(6);
    expect(desk.filter((path) => !path.startsWith('src/ops/'))).toEqual([]);
    expect(having(/\buse(?:Checked)?Form[(<]/).filter((path) => desk.includes(path))).toEqual(desk);
  });
  it('looks for no field by its id', () => {
    expect(having(/getElementById\([^)]*field/i)).toEqual([]);
  });
  it('alone brings the library of forms', () => {
    expect(having(/@mantine\/form/)).toEqual(['src/client/forms/checked-form.ts']);
  });
});

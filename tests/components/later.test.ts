import { bringParts, later, takeDrawn } from '#components/layout/later.tsx';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';

const Words = () => 'Aguarde';
const Real = ({ text }: { text: string }) => createElement('b', null, text);

describe('a part that comes late', () => {
  it('is what stands there meanwhile until its code is there', async () => {
    const Part = later<{ text: string }>('a.tsx', () => Promise.resolve(Real), Words);
    const draw = () => renderToString(createElement(Part, { text: 'Oi' }));
    expect(draw()).toBe('Aguarde');
    await bringParts(['a.tsx']);
    expect(draw()).toBe('<b>Oi</b>');
  });
  it('is named to the browser when the server drew it, once', async () => {
    const Part = later<{ text: string }>('b.tsx', () => Promise.resolve(Real));
    await bringParts();
    takeDrawn();
    renderToString(createElement(Part, { text: 'Oi' }));
    renderToString(createElement(Part, { text: 'Oi' }));
    expect(takeDrawn()).toEqual(['b.tsx']);
    expect(takeDrawn()).toEqual([]);
  });
  it('is left out by the server when the page is to be taken over without it', async () => {
    const Part = later<{ text: string }>('c.tsx', () => Promise.resolve(Real), Words, { afterwards: true });
    await bringParts();
    takeDrawn();
    expect(renderToString(createElement(Part, { text: 'Oi' }))).toBe('Aguarde');
    expect(takeDrawn()).toEqual([]);
  });
  it('can be asked for again after a failure', async () => {
    let tries = 0;
    const Part = later<{ text: string }>('d.tsx', () =>
      ++tries === 1 ? Promise.reject(new Error('offline')) : Promise.resolve(Real),
    );
    await expect(bringParts(['d.tsx'])).rejects.toThrow('offline');
    await bringParts(['d.tsx']);
    expect(renderToString(createElement(Part, { text: 'Oi' }))).toBe('<b>Oi</b>');
  });
});

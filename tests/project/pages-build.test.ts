import { describe, expect, it } from 'vitest';
import { pageOf, withRuntime } from '../../src/build/pages.ts';
import { moduleOf } from '../../src/build/react-modules.ts';

describe('files of a page', () => {
  it('are one for each kind of page', () => {
    expect(pageOf('/src/screens/home/home-screen.tsx')).toBe('window');
    expect(pageOf('/src/screens/cart/cart-screen.tsx')).toBeUndefined();
  });

  it("have the bundler's own functions in them", () => {
    const runtime = 'var e=1,s=(a)=>a+e;export{e as t,s as n};';
    const code = 'import{n as x,t}from"./rolldown-runtime-AbC_1234.js";import{a}from"./b.js";x(t);';
    expect(withRuntime(code, runtime)).toBe(
      'const{n:x,t}=(()=>{var e=1,s=(a)=>a+e;return{t:e,n:s}})();import{a}from"./b.js";x(t);',
    );
    expect(() => withRuntime(code, 'module.exports = 1')).toThrow('in another way');
  });
});

describe('React as modules', () => {
  it('has every name that a file hands out, over names of its own', () => {
    const code =
      'var r = require("react");\nfunction use() {}\nexports.use = function () {};\nexports.b = r.c;\n';
    const text = moduleOf(code);
    expect(text).toContain("import needed0 from 'react';");
    expect(text).toContain('var r = needed0;');
    expect(text).toContain('const handed0 = exports.use; export { handed0 as use };');
    expect(text).not.toContain('require(');
  });
});

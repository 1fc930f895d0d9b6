import { criticalCssOf } from '#shell/page/critical-css.ts';
import { describe, expect, it } from 'vitest';

const critical = (css: string, html: string) => criticalCssOf(css)(html);

describe('the styles of a first paint', () => {
  it('are the rules whose classes the page has, in their order', () => {
    const css = '.a{top:0}.b{top:1px}.a.b{top:2px}.a .c,.b>.a{top:3px}.c{top:4px}';
    expect(critical(css, '<p class="a">')).toBe('.a{top:0}');
    expect(critical(css, '<p class="b a">')).toBe('.a{top:0}.b{top:1px}.a.b{top:2px}.a .c,.b>.a{top:3px}');
  });
  it('are all rules that ask for no class, and faces and animations', () => {
    const css =
      ':root{--x:1}body,[data-x=".no"]{top:0}a:not(.b){top:1px}:is(.x,.y) a{top:2px}@font-face{src:url(a;b{c)}@keyframes k{0%{top:0}}';
    expect(critical(css, '<p>')).toBe(css);
  });
  it('are asked for in groups as outside of them, and empty groups are left out', () => {
    const css =
      '@media (min-width:1em){.a{top:0}.b{top:0}}@media print{.b{top:0}}@supports (top:0){@media all{.a:hover{top:0}}}';
    expect(critical(css, '<p class="a">')).toBe(
      '@media (min-width:1em){.a{top:0}}@supports (top:0){@media all{.a:hover{top:0}}}',
    );
  });
  it('are not led astray by signs in texts, and keep what stands alone', () => {
    const css = "@layer a,b;.a:before{content:\"}{,.b\"}.b:before{content:'\\'}'}.a{top:0}";
    expect(critical(css, '<p class="a">')).toBe('@layer a,b;.a:before{content:"}{,.b"}.a{top:0}');
  });
  it('are made anew for other classes, and the same for the same', () => {
    const styles = criticalCssOf('.a{top:0}.b{top:1px}.c{top:2px}');
    expect(
      ['<p class="a">', '<p class="c b">', '<p class="a">', '<p class="b"><p class="c">'].map(styles),
    ).toEqual(['.a{top:0}', '.b{top:1px}.c{top:2px}', '.a{top:0}', '.b{top:1px}.c{top:2px}']);
  });
});

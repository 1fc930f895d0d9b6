import { documentOf, inlineJson } from '#shell/page/document.ts';
import type { TenantView } from '#client/tenant.ts';
import { describe, expect, it } from 'vitest';

const colour = '#17694a';
const palette = {
  primary: colour,
  onPrimary: '#ffffff',
  secondary: colour,
  onSecondary: '#ffffff',
  background: '#faf8f5',
  surface: '#ffffff',
  text: '#1f1b16',
  success: '#14713f',
  warning: '#855300',
  error: '#b3261e',
};
const tenant = {
  client: 'client',
  name: 'Feira',
  partner: 'Feira <b>',
  intranet: false,
  hideTitleSuffix: false,
  guestOrders: true,
  displayFont: 'bricolage',
  palette,
  logo: { mark: '/m.svg', markDark: '/m.svg' },
  sandbox: true,
} as unknown as TenantView;
const manifest = {
  'index.html': { file: 'assets/index-1.js', imports: ['_shared.js'] },
  '_shared.js': { file: 'assets/shared-1.js' },
  'screens/home/home-screen.tsx': { file: 'assets/home-1.js', imports: ['_shared.js', 'index.html'] },
  'style.css': { file: 'assets/style-1.css' },
  'figtree.woff2': { file: 'assets/figtree-pt-1.woff2' },
};
const page = (html: string, more: Partial<Parameters<typeof documentOf>[0]> = {}) =>
  documentOf({
    tenant,
    origin: 'http://shop.test',
    head: { title: 'A & B', description: '"x"', canonical: '/store/feira', image: null, hidden: false },
    files: ['screens/home/home-screen.tsx'],
    html,
    data: {},
    manifest,
    asset: (file) => (file === 'assets/style-1.css' ? '.in-home{top:0}.elsewhere{top:1px}' : null),
    ...more,
  });

describe('the page as text', () => {
  it('SEC-26 escapes what an operator wrote', async () => {
    const { body } = await page('');
    expect(body).toContain('<title>A &amp; B</title>');
    expect(body).toContain('content="Feira &lt;b&gt;"');
    expect(body).toContain('<link rel="canonical" href="http://shop.test/store/feira">');
  });
  it('lets no data end its script element', () => {
    const text = inlineJson({ name: '</script><script>alert(1)</script>', line: '\u2028\u2029' });
    expect(text).not.toMatch(/[<\u2028\u2029]/);
    expect(JSON.parse(text)).toEqual({ name: '</script><script>alert(1)</script>', line: '\u2028\u2029' });
  });
  it('SEC-27 has two inline styles, before and after its sheet, two of faces, and no script but the loader', async () => {
    const { body } = await page('<div class="in-home" style="color:red">x</div>');
    const [, first, sheet, second] = /<style>(.*?)<\/style>(.*?)<style>(.*?)<\/style>/s.exec(body) ?? [];
    expect(body.match(/<style>/g)).toHaveLength(2);
    expect(body.match(/<style media="not all">/g)).toHaveLength(2);
    expect(first).toBe('.in-home{top:0}');
    expect(sheet).toBe('<link data-sheet href="/assets/style-1.css">');
    expect(second).toContain('[data-s="0"][data-s]{color:red}');
    expect(body.match(/<script(?![^>]*\b(?:src=|type="application\/json"))/g)).toHaveLength(1);
    expect(body).toContain(
      '<script id="go" data-face="/assets/figtree-pt-1.woff2" data-now="/assets/shared-1.js" data-next="/assets/home-1.js" data-entry="/assets/index-1.js">(function loader() {',
    );
  });
  it('moves style attributes into it, where the policy allows them', async () => {
    const { body } = await page(
      '<div style="--brand-0:#fff;background:url(&quot;/a.svg&quot;)">x</div><p style="--brand-0:#fff;background:url(&quot;/a.svg&quot;)"></p><i style="width:1px"></i>',
    );
    expect(body).not.toMatch(/ style="/);
    expect(body).toContain('<div data-s="0">x</div><p data-s="0"></p><i data-s="1"></i>');
    expect(body).toContain(
      '[data-s="0"][data-s]{--brand-0:#fff;background:url("/a.svg")}[data-s="1"][data-s]{width:1px}',
    );
  });
  it('says the hashes of its styles and of its loader as a policy wants them', async () => {
    const { body, hashes } = await page('x');
    const hashOf = async (text = '') => {
      const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
      return `'sha256-${Buffer.from(digest).toString('base64')}'`;
    };
    const styles = [...body.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, text]) => hashOf(text));
    expect(styles).toHaveLength(4);
    expect(hashes).toEqual({
      style: (await Promise.all(styles)).join(' '),
      script: await hashOf(/<script id="go"[^>]*>(.*?)<\/script>/s.exec(body)?.[1]),
    });
  });
  it('keeps private and missing pages out of search engines', async () => {
    const { body } = await page('', {
      head: { title: 'x', description: '', canonical: '/', image: null, hidden: true },
    });
    expect(body).toContain('<meta name="robots" content="noindex">');
    expect(body).not.toContain('og:url');
  });
});

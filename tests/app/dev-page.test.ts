import { withStyleAttributes } from '#server/commands/dev-page.ts';
import { expect, it } from 'vitest';

it('gives a page in development the style attributes back that its policy made a sheet of', () => {
  const page =
    '<style>[data-s="0"][data-s]{width:1px}[data-s="1"][data-s]{background:url("a&b")}</style><i data-s="1"></i><b data-s="0"></b><u data-s="7"></u>';
  expect(withStyleAttributes(page)).toContain(
    '<i style="background:url(&quot;a&amp;b&quot;)"></i><b style="width:1px"></b><u data-s="7"></u>',
  );
});

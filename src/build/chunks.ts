import { pageOf } from './pages.ts';

/** Which file of the build a module comes in, and what a file loads with another. */

interface Graph {
  getModuleInfo(
    id: string,
  ): { importers: readonly string[]; dynamicImporters: readonly string[]; isEntry: boolean } | null;
}
/** The modules that load `id` with themselves and are themselves loaded on demand, or first of all. */
function rootsOf(id: string, graph: Graph): string[] {
  const seen = new Set<string>();
  const visit = (at: string): string[] => {
    if (seen.has(at)) return [];
    seen.add(at);
    const info = graph.getModuleInfo(at);
    return [
      ...(info?.isEntry || info?.dynamicImporters.length ? [at] : []),
      ...(info?.importers ?? []).flatMap(visit),
    ];
  };
  return visit(id);
}
/**
 * What every page asks for once its first screen stands: one file. The screens of a person and the long list are
 * named there as well.
 */
const AFTERWARDS =
  /\/(?:shell\/(?:after-first-screen|late-screens|page\/crash-state|wiring\/(?:visitor|notices-logic))|actors\/stream|layout\/virtual-grid|late\/category-icon)\.tsx?$/;
/** Areas whose screens are filled in; what only looks like a field elsewhere stays with its screen. */
const FORMS = new Set('account checkout intranet invite location login orders signup'.split(' '));
/**
 * Files for the first visit: the libraries, the charts, what several kinds of pages need, and one for each kind
 * of page. A few larger files compress better and take fewer round trips than one for each module that two
 * screens share.
 */
export function chunkOf(id: string, graph: Graph): string | null {
  const own = pageOf(id);
  if (own) return own;
  // The server finds what is loaded on demand by its own name.
  const isNamed = id.endsWith('/shell/wiring/calls.ts') || AFTERWARDS.test(id);
  if (graph.getModuleInfo(id)?.dynamicImporters.length && !isNamed) return null;
  const roots = rootsOf(id, graph);
  const isFirst = roots.some((root) => /(?:index\.html|\/main\.tsx)$/.test(root));
  // The charts and the libraries need nothing of the rest, so each is run as it comes, in a task of its own.
  // The shim stands where a library's own would: what a library needs of the shop would be run before the
  // library.
  if (isFirst && /node_modules\/(?!@tabler\/|xstate\/)|src\/shell\/wiring\/with-selector\.ts$/.test(id))
    return 'libraries';
  if (isFirst && /\/machines\/|node_modules\/xstate\/|src\/(?:domain|contract)\//.test(id)) return 'charts';
  const [page, ...others] = new Set(roots.flatMap((root) => pageOf(root) ?? []));
  const isAfterwards = roots.some((root) => AFTERWARDS.test(root));
  if (isFirst || others.length > 0 || (isAfterwards && page)) return 'shop';
  if (page) return page;
  if (roots.some((root) => root.endsWith('/shell/wiring/calls.ts'))) return 'calls';
  if (isAfterwards) return 'afterwards';
  if (roots.some((root) => root.endsWith('/cart-screen.tsx'))) return 'cart';
  // Drawings of a few lines each that several areas have: one file, and one name in the list of the entry.
  if (id.includes('/@tabler/') && roots.length > 1) return 'icons';
  const areas = new Set(roots.map((root) => /screens\/(\w+)\//.exec(root)?.[1] ?? 'flow'));
  // So are the rules that several flows go by, and the fields of forms: a phone has six connections, and each of
  // forty files of some hundred bytes would wait for one.
  if (roots.length > 1 && /\/src\/domain\//.test(id)) return 'rules';
  if (roots.length > 1 && areas.has('flow') && /\/machines\/|\/src\/(?:actors|contract)\//.test(id))
    return 'rules';
  if (areas.size > 1 && /\/src\/components\/form\//.test(id) && [...areas].every((area) => FORMS.has(area)))
    return 'fields';
  const [area] = areas;
  return areas.size === 1 && roots.length > 1 && area ? area : null;
}

/** Here before anything is loaded on demand, or written into the files that need it (src/build/pages.ts). */
const FIRST = /\/(?:rolldown-runtime|libraries|charts)-[\w-]+\.js$/;
/**
 * What a script loads at once with a part that it loads on demand. Neither the part itself, which is being
 * asked for, nor what every page has: each name costs the first visit.
 */
export const neededToo = (
  file: string,
  needed: string[],
  { hostType }: { hostType: 'html' | 'js' },
): string[] => (hostType === 'html' ? needed : needed.filter((one) => one !== file && !FIRST.test(one)));

/**
 * Says of each screen that is drawn whether the router is to scroll it: to where it was left, or to its top.
 * Where a first screen was scrolled to before its scripts came, by its reader, it stays.
 */
export function scrollsNow(): () => boolean {
  let isFirst = true;
  return () => {
    const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    // Where a browser does not say how one came, one came by a link.
    const isReaders = isFirst && scrollY > 0 && (visit?.type ?? 'navigate') === 'navigate';
    isFirst = false;
    // The router writes down what is scrolled from now on. This is told to it too, so that Back leads here.
    if (isReaders) document.dispatchEvent(new Event('scroll'));
    return !isReaders;
  };
}

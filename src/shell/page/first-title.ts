import { definition } from '#machines/navigation/screens.ts';
import { useEffect, useRef } from 'react';
import { useShell } from '#client/context.ts';
import { usePlace } from '#client/links.ts';

/**
 * The table's title for anybody who leaves the first screen before the code of titles is there: never that of the
 * page one came from.
 */
export function FirstTitle(): null {
  const { addresses } = useShell();
  const place = usePlace();
  const first = useRef<[path: string, title: string]>(null);
  useEffect(() => {
    const [path, title] = (first.current ??= [location.pathname, document.title]);
    if (place)
      document.title =
        addresses.hrefOf(place).split('?')[0] === path
          ? title
          : title.replace(/^[^|]*/, `${definition(place.screen).title} `);
  }, [addresses, place]);
  return null;
}

import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from 'react';

const parts = new Map<string, () => Promise<unknown>>();
const drawn = new Set<string>();

/**
 * A part that most first visits never see, drawn as soon as its code is there. The server has all of them
 * (`bringParts`); a page says which it drew
 * (`takeDrawn`), so that the browser brings those before it takes the page over.
 * @param file source file under src/, by which the page's styles and preloads are found @param load gives the
 * component
 * @param Meanwhile what stands there until then; nothing when left out
 * @param afterwards the server leaves it out, and the page is taken over without it
 */
export function later<P extends object>(
  file: string,
  load: () => Promise<ComponentType<P>>,
  Meanwhile: ComponentType<P> | null = null,
  { afterwards = false }: { afterwards?: boolean } = {},
): (props: P) => ReactNode {
  let Part: ComponentType<P> | null = null;
  let coming: Promise<void> | undefined;
  const bring = () => {
    coming ??= load().then(
      (part) => {
        Part = part;
      },
      (fault: unknown) => {
        coming = undefined;
        throw fault;
      },
    );
    return coming;
  };
  if (!afterwards) parts.set(file, bring);
  return function Later(props: P) {
    // Drawn again by the browser in its second drawing, as the first one must be equal to the server's.
    const [isHere, setHere] = useState(Part !== null && !afterwards);
    useEffect(() => {
      let isGone = false;
      // Without a network what stands there in the meantime stays.
      bring().then(
        // In slices: it comes while somebody may be scrolling.
        () => isGone || startTransition(() => setHere(true)),
        () => undefined,
      );
      return () => {
        isGone = true;
      };
    }, []);
    if (typeof window === 'undefined' && !afterwards) drawn.add(file);
    const Shown = (isHere ? Part : null) ?? Meanwhile;
    return Shown ? <Shown {...props} /> : null;
  };
}

/** Loads the named parts, or all that are known; a part may bring others with it. */
export async function bringParts(files?: readonly string[]): Promise<void> {
  const brought = new Set<string>();
  const missing = () => [...(files ?? parts.keys())].filter((file) => parts.has(file) && !brought.has(file));
  for (let next = missing(); next.length > 0; next = missing()) {
    for (const file of next) brought.add(file);
    await Promise.all(next.map(async (file) => parts.get(file)?.()));
  }
}

/** Files of the parts drawn since it was last asked; drawing on the server is one uninterrupted piece. */
export function takeDrawn(): string[] {
  const files = [...drawn];
  drawn.clear();
  return files;
}

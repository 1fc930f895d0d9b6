import { TextLink } from '#components/layout/text-link.tsx';
import type { ParamsOf, ScreenId, SearchOf } from '#machines/navigation/screens.ts';
import type { ReactNode } from 'react';
import { type AskArgs, useLinkTo } from './links.ts';

type Props<K extends ScreenId> = { to: K; search?: SearchOf<K>; children: ReactNode } & (Record<
  never,
  never
> extends ParamsOf<K>
  ? { params?: ParamsOf<K> }
  : { params: ParamsOf<K> });

/** A link inside a text. The only way to link to a screen besides `useLinkTo`. */
export function ScreenLink<K extends ScreenId>({ to, params, search, children }: Props<K>) {
  const linkTo = useLinkTo();
  // The props carry the same condition as the arguments
  return <TextLink link={linkTo(to, ...([params, search] as unknown as AskArgs<K>))}>{children}</TextLink>;
}

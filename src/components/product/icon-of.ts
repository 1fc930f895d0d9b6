import { type SVGProps, createElement } from 'react';

type Node = readonly [tag: string, attributes: Record<string, string>];
interface Props extends Omit<SVGProps<SVGSVGElement>, 'stroke'> {
  size?: number | string;
  stroke?: number | string;
}

/**
 * An icon of the set, as its package makes it, without names and keys that nobody reads. The build puts it in
 * the place of the package's own
 * (src/build/icons.ts).
 */
export const iconOf =
  (type: 'outline' | 'filled', nodes: readonly Node[]) =>
  ({ color = 'currentColor', size = 24, stroke = 2, className, ...rest }: Props) =>
    createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        className: className ? `tabler-icon ${className}` : 'tabler-icon',
        ...(type === 'filled'
          ? { fill: color, stroke: 'none' }
          : {
              fill: 'none',
              stroke: color,
              strokeWidth: stroke,
              strokeLinecap: 'round',
              strokeLinejoin: 'round',
            }),
        ...rest,
      } as SVGProps<SVGSVGElement>, // the names of two attributes are wider in the object than in the type
      ...nodes.map(([tag, attributes]) => createElement(tag, attributes)),
    );

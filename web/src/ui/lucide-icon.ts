/**
 * What makes a component of an icon of lucide in a build (build/lucide-icons.ts), instead of lucide's own: the same lines and the same
 * attributes, without settings for all icons, names of classes and other sizes of the drawing, which nothing here uses.
 */
import { createElement, type ReactElement, type SVGProps } from 'react';

type Line = readonly [string, Readonly<Record<string, string>>];

export function createIcon({ node }: { node: readonly Line[] }) {
  return ({ size = 24, ...rest }: SVGProps<SVGSVGElement> & { size?: number }): ReactElement =>
    createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': true,
        ...rest,
      },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
}

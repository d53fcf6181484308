import { render } from '@testing-library/react';
import { createLucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import { describe, expect, it } from 'vitest';
import { pen } from './icon.tsx';
import { createIcon } from './lucide-icon.ts';

const node: Parameters<typeof createLucideIcon>[1] = [
  ['path', { d: 'M2 12h20', key: 'a' }],
  ['circle', { cx: '12', cy: '12', r: '3', key: 'b' }],
];

type Props = Partial<typeof pen> & { size?: number; className?: string; 'aria-label'?: string };

/** As lucide draws it, without the names of classes that nothing asks for. */
function drawn(Icon: ComponentType<Props>, props: Props): [Record<string, string>, string] {
  const icon = render(<Icon {...props} />).container.firstElementChild as Element;
  const attributes = Object.fromEntries(Array.from(icon.attributes, ({ name, value }) => [name, value]));
  delete attributes['xmlns'];
  attributes['class'] = (attributes['class'] ?? '').replace(/lucide(-\w+)?\s*/g, '');
  return [attributes, icon.innerHTML];
}

describe('an icon of the build', () => {
  const ours = createIcon({ node: node as never });
  const theirs = createLucideIcon('line', node);

  it.each<Props>([{}, { size: 18, ...pen }, { className: 'shrink-0', ...pen }])(
    'is the one of lucide: %j',
    (props) => {
      expect(drawn(ours as ComponentType<Props>, props)).toEqual(
        drawn(theirs as ComponentType<Props>, props),
      );
    },
  );
});

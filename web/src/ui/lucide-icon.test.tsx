import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { render } from '@testing-library/react';
import { createLucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import { describe, expect, it } from 'vitest';
import { onlyLines } from '../../build/lucide-icons.ts';
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

describe('a file of lucide, in the build', () => {
  const icons = join(createRequire(import.meta.url).resolve('lucide-react'), '../../esm/icons');
  const read = (name: string): string => readFileSync(join(icons, `${name}.mjs`), 'utf8');
  const file = read('mail');

  it('is made by the maker of ours from its lines alone', () => {
    const made = onlyLines(file, '"./maker.ts"');
    expect(made).toContain('import { createIcon as createLucideIcon } from "./maker.ts"');
    expect(made).toMatch(/node: \[/);
    expect(made).not.toMatch(/key:|size:|^ {2}name:/m);
    expect(made.match(/\bd: "/g)).toEqual(file.match(/\bd: "/g));
  });

  it('stays as it is when it is another name', () => {
    expect(onlyLines(read('activity-square'), '""')).toBe(read('activity-square'));
  });

  it('stops the build when it is written in another way', () => {
    expect(() => onlyLines(file.replace('  node: [', '  lines: ['), '""')).toThrow('lucide-react');
    expect(() => onlyLines(file.replace('import createLucideIcon', 'import create'), '""')).toThrow(
      'lucide-react',
    );
  });
});

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

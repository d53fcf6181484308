import { lines, type Planted } from './planted.ts';

export const plantedLines: Planted[] = [
  {
    rule: 'every line of the specification names a test that is there',
    files: {
      'docs/specification-lines.md': lines(
        '- A line with its test',
        '  - `web/src/a.test.ts`: closes after 5000 ms',
        '- A line whose test is called otherwise now',
        '  - `web/src/a.test.ts`: closes after a while',
        '- A line whose test is gone',
        '  - `web/src/b.test.ts`: closes after 5000 ms',
        '- A line without a test',
        '- Another one',
        '  - `web/src/a.test.ts`: closes after 5000 ms',
      ),
      'web/src/a.test.ts': "it('closes after 5000 ms', () => {});",
    },
    finds: [
      'docs/specification-lines.md:4',
      'docs/specification-lines.md:6',
      'docs/specification-lines.md:7',
    ],
  },
];

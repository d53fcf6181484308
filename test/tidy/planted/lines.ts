import { lines, type Planted } from './planted.ts';

const test = "it('closes after 5000 ms', () => {});";

export const plantedLines: Planted[] = [
  {
    rule: 'every line of the specification names a test that is there, or says that it is not built',
    files: {
      'docs/specification-lines.md': lines(
        'Not built yet: S9.4, S9.6.',
        '## S9',
        '- **S9.1** A line with its test',
        '  - `web/src/a.test.ts`: closes after 5000 ms',
        '- **S9.2** A line whose test is called otherwise now',
        '  - `web/src/a.test.ts`: closes after a while',
        '- **S9.3** A line whose test is gone',
        '  - `web/src/b.test.ts`: closes after 5000 ms',
        '- **S9.4** A line that waits',
        '  - not built yet: all of it',
        '- **S9.5** A line without a test',
        '- **S9.6** A line that has both',
        '  - `web/src/a.test.ts`: closes after 5000 ms',
        '  - not built yet: half of it',
        '- A line without a number',
        '### Calls',
        '- `web/src/a.test.ts`: closes after 5000 ms',
        '| S9.7 | held with all of the table |',
        '### Others',
        '| S9.8 | held by nothing |',
      ),
      'docs/specification-decisions.md': lines(
        'Not built yet: nothing.',
        '- **D1.1** A line that is not at the top',
        '  - not built yet: all of it',
      ),
      'web/src/a.test.ts': test,
    },
    finds: [
      'docs/specification-decisions.md:1',
      'docs/specification-lines.md:11',
      'docs/specification-lines.md:12',
      'docs/specification-lines.md:15',
      'docs/specification-lines.md:20',
      'docs/specification-lines.md:6',
      'docs/specification-lines.md:8',
    ],
  },
  {
    rule: 'the lines of the specification are numbered without a hole',
    files: {
      'docs/specification-lines.md': lines(
        '- **S1.1** One',
        '- **S1.3** Three',
        '- **S2.1** One',
        '| S2.1 | again |',
      ),
      'docs/specification-decisions.md': lines('- **D1.2** Two'),
    },
    finds: [
      'docs/specification-decisions.md:1',
      'docs/specification-lines.md:2',
      'docs/specification-lines.md:4',
    ],
  },
  {
    rule: 'every attack names a test that is there',
    files: {
      'docs/security/attacks.md': lines(
        '| Attack | What stops it | Test |',
        '| ------ | ------------- | ---- |',
        '| One | something | `web/src/a.test.ts`: closes after 5000 ms |',
        '| Two | something | `web/src/a.test.ts`: closes after a while |',
        '| Three | something | `web/src/b.test.ts`: closes after 5000 ms |',
        '| Four | something | none |',
      ),
      'web/src/a.test.ts': test,
    },
    finds: ['docs/security/attacks.md:4', 'docs/security/attacks.md:5', 'docs/security/attacks.md:6'],
  },
  {
    rule: 'what cites the specification cites a numbered line of docs/',
    files: {
      'docs/specification-lines.md': lines('- **S1.1** One'),
      'README.md': lines('By S1.1.', 'By S1.2, and by D1.1.'),
      'web/src/a.ts': lines(
        '/** Closes by itself (S1.1). */',
        "export const a = 'S7.7';",
        '/** Stays (specification, section 9). */',
        '/*',
        ' * As the decisions,',
        ' * section 4, have it.',
        ' */',
        "// Those of section 9 of the specification, or the specification's sections 5 and 8.",
      ),
    },
    finds: [
      'README.md:2',
      'README.md:2',
      'web/src/a.ts:3',
      'web/src/a.ts:5',
      'web/src/a.ts:8',
      'web/src/a.ts:8',
    ],
  },
];

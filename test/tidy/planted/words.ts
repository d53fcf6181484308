import { retired } from '../words.ts';
import { lines, type Planted } from './planted.ts';

/** Every word of the table, as the last part of a name. */
const names = Object.keys(retired).map((word) => `my${word.charAt(0).toUpperCase()}${word.slice(1)}`);

export const plantedWords: Planted[] = [
  {
    rule: 'no identifier is a retired word',
    files: {
      'server/src/slices/purchases/open.ts': lines(
        '// a slip in a comment is prose',
        "const open = { slip: 'a word of the wire', faceValueKobo: 1 };",
        'const openLane = () => open;',
        'export interface PlanWish { told: string }',
      ),
      'web/build/fonts.ts': 'const face = 1;',
      'server/src/platform/csv.ts': "const lines = ['of text'];",
      'server/src/slices/mails/mail.ts': "const line = 'of text';",
      'web/src/ui/table.tsx': "export const Table = () => <p className='slip'>slip</p>;",
    },
    finds: [
      'server/src/slices/purchases/open.ts:3',
      'server/src/slices/purchases/open.ts:4',
      'server/src/slices/purchases/open.ts:4',
    ],
  },
  {
    rule: 'no identifier is a retired word',
    files: { 'web/src/features/all.ts': lines(...names.map((name) => `export const ${name} = 1;`)) },
    finds: names.map((_name, index) => `web/src/features/all.ts:${index + 1}`).toSorted(),
  },
];

import { lines, type Planted } from './planted.ts';

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
      'web/src/ui/table.tsx': "export const Table = () => <p className='slip'>slip</p>;",
    },
    finds: [
      'server/src/slices/purchases/open.ts:3',
      'server/src/slices/purchases/open.ts:4',
      'server/src/slices/purchases/open.ts:4',
    ],
  },
];

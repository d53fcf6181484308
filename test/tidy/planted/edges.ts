import { lines, type Planted } from './planted.ts';

export const plantedEdges: Planted[] = [
  {
    rule: 'every listed edge between slices or features is used by an import',
    files: {
      'test/tidy/edges.ts': lines(
        'export const sliceEdges: Edges = {',
        "  'api-tokens': ['mails'],",
        '  purchases: [',
        "    'catalogue',",
        "    'plans',",
        "    'referrals',",
        '  ],',
        "  referrals: ['catalogue'],",
        '};',
        'export const featureEdges: Edges = {',
        '  money: [],',
        "  receipt: ['money'],",
        '};',
      ),
      'server/src/slices/purchases/open.ts': "import { isOpen } from '../catalogue/catalogue.ts';",
      'server/src/slices/purchases/sale.ts': "import type { Plan } from '../plans/plan.ts';",
      'server/src/slices/purchases/open.test.ts': "import { refer } from '../referrals/refer.ts';",
      'server/src/slices/api-tokens/token.ts': "import { queueMail } from '../mails/queue-mail.ts';",
      'server/src/routes.ts': "import { refer } from './slices/referrals/refer.ts';",
      'web/src/features/receipt/receipt.tsx': "import { catalogue } from '../../shared/money/all.ts';",
    },
    finds: ['test/tidy/edges.ts:12', 'test/tidy/edges.ts:6', 'test/tidy/edges.ts:8'],
  },
];

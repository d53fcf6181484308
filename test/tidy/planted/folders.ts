import type { Planted } from './planted.ts';

const many = (folder: string, count: number, ending: string): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`${folder}/part-${n}${ending}`, '']));

export const plantedFolders: Planted[] = [
  {
    rule: 'no folder has more than 30 sources, tests not counted',
    files: {
      ...many('server/src/platform', 30, '.ts'),
      ...many('server/src/platform', 5, '.test.ts'),
      ...many('server/src/platform/more', 2, '.ts'),
      ...many('web/src/shared', 30, '.tsx'),
      'web/src/shared/shared.css': '',
      ...many('server/test', 31, '.ts'),
      ...many('server/database/functions', 31, '.sql'),
      ...many('server/database/migrations', 31, '.sql'),
      ...many('e2e', 31, '.e2e.ts'),
      ...many('docs', 31, '.md'),
    },
    finds: ['server/database/functions:1', 'server/test:1', 'web/src/shared:1'],
  },
  {
    rule: "at a room's root stand its entry points only",
    files: {
      'server/src/main.ts': '',
      'server/src/shop.ts': '',
      'server/src/shop.test.ts': '',
      'server/src/slices/count.ts': '',
      'server/src/slices/purchases/open.ts': '',
      'server/src/outside/http.ts': '',
      'server/src/outside/squad.ts': '',
      'sandbox/src/time.ts': '',
      'web/src/main.tsx': '',
      'web/src/main.css': '',
      'web/src/features/balance.tsx': '',
      'contract/src/money.ts': '',
      'tidy.mjs': '',
    },
    finds: [
      'sandbox/src/time.ts:1',
      'server/src/outside/squad.ts:1',
      'server/src/shop.ts:1',
      'server/src/slices/count.ts:1',
      'tidy.mjs:1',
      'web/src/features/balance.tsx:1',
      'web/src/main.css:1',
      'web/src/main.tsx:1',
    ],
  },
];

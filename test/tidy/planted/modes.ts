import { lines, type Planted } from './planted.ts';

export const plantedModes: Planted[] = [
  {
    rule: 'server: nobody but the composition asks for the mode',
    files: {
      'server/src/main.ts': "if (config.mode === 'sandbox') seed();",
      'server/src/developers/page.ts': "const isSandbox = brand.mode === 'sandbox';",
      'server/src/purchases/buy-data.ts': "if (config.mode === 'live') return;",
      'server/src/outside/suppliers/msorg.ts': lines('const one = 1;', "if (mode === 'sandbox') return;"),
    },
    finds: [
      'server/src/outside/suppliers/msorg.ts:2',
      'server/src/purchases/buy-data.ts:1',
      'server/src/purchases/buy-data.ts:1',
    ],
  },
];

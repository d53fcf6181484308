import { lines, type Planted } from './planted.ts';

export const plantedCircles: Planted[] = [
  {
    rule: 'files need each other in one direction only',
    files: {
      // Later, and only for a type: both count.
      'web/src/a.tsx': lines("import { b } from './b.tsx';", "import { ground } from './ground.ts';"),
      'web/src/b.tsx': "const C = lazy(() => import('./c.tsx'));",
      'web/src/c.tsx': lines("import type { A } from './a.tsx';", "import { ground } from './ground.ts';"),
      'web/src/ground.ts': "import { useState } from 'react';",
      'web/src/above.tsx': "import { a } from './a.tsx';",
      'server/src/alone.ts': "import { again } from './alone.ts';",
      'web/src/a.test.tsx': "import { above } from './above.tsx';",
    },
    finds: ['server/src/alone.ts:1', 'web/src/a.tsx:1', 'web/src/b.tsx:1', 'web/src/c.tsx:1'],
  },
];

import { lines, type Planted } from './planted.ts';

const paths = lines('export const paths = {', "  buyData: 'POST /api/v1/buy/data',", '};');
const routes = "import { buyData } from './slices/purchases/buy-data.ts';";

export const plantedNames: Planted[] = [
  {
    rule: 'files are named in kebab-case',
    files: {
      'README.md': '',
      'server/database/migrations/0001_first_books.sql': '',
      'server/database/migrations/first_books.sql': '',
      'server/database/functions/open_books.sql': '',
      'server/database/all_grants.sql': '',
      'server/src/first_books.ts': '',
      'web/src/pages/BuyData.tsx': '',
      'web/src/Pages/login.tsx': '',
      'web/src/buy-data.test.tsx': '',
    },
    finds: [
      'server/database/all_grants.sql:1',
      'server/database/migrations/first_books.sql:1',
      'server/src/first_books.ts:1',
      'web/src/Pages/login.tsx:1',
      'web/src/pages/BuyData.tsx:1',
    ],
  },
  {
    rule: 'names say what a thing is',
    files: {
      'server/src/slices/purchases/purchase-manager.ts': '',
      'web/src/utils/money.ts': '',
      'web/src/shared/naira.tsx': lines('const one = 1;', 'export class NairaHelper {}'),
    },
    finds: [
      'server/src/slices/purchases/purchase-manager.ts:1',
      'web/src/shared/naira.tsx:2',
      'web/src/utils/money.ts:1',
    ],
  },
  {
    rule: 'default exports are for pages and configuration',
    files: {
      'web/src/pages/public/login.tsx': 'export default function Login() {}',
      'vitest.config.ts': 'export default {};',
      'web/src/shared/naira.tsx': lines('const Naira = 1;', 'export { Naira as default };'),
    },
    finds: ['web/src/shared/naira.tsx:2'],
  },
  {
    rule: 'every call has one file on the server, named as the call, and a line in routes.ts',
    files: { 'contract/src/paths.ts': paths, 'server/src/routes.ts': routes },
    finds: ['contract/src/paths.ts:2'],
  },
  {
    rule: 'every call has one file on the server, named as the call, and a line in routes.ts',
    files: {
      'contract/src/paths.ts': paths,
      'server/src/routes.ts': "import { buyData } from './slices/catalogue/buy.ts';",
      'server/src/slices/purchases/buy-data.ts': '',
    },
    finds: ['contract/src/paths.ts:2'],
  },
  {
    rule: 'an address of the API is written once',
    files: { 'contract/src/paths.ts': paths, 'web/src/platform/send.ts': "send('/api/v1/buy/data');" },
    finds: ['web/src/platform/send.ts:1'],
  },
  {
    rule: 'migrations are numbered from 0001 without a hole',
    files: {
      'server/database/migrations/0001_a.sql': '',
      'server/database/migrations/0003_b.sql': '',
      'server/database/grants.sql': '',
    },
    finds: ['server/database/migrations/0003_b.sql:1'],
  },
  {
    rule: 'no file is dead',
    files: {
      'server/src/main.ts': lines("import { app } from './app/app.ts';", "const page = './page.ts';"),
      'server/src/app/app.ts': 'export const app = 1;',
      'server/src/page.ts': '',
      'server/src/old.ts': "import { app } from './app/app.ts';",
      'server/src/kept.ts': '',
      'server/src/kept.test.ts': "import './kept.ts';",
      'server/test/make.ts': '',
    },
    finds: ['server/src/kept.ts:1', 'server/src/old.ts:1', 'server/test/make.ts:1'],
  },
  {
    rule: 'only the tag `html` escapes HTML',
    files: {
      'server/src/platform/html.ts': "text.replaceAll('<', '&lt;');",
      'server/src/page.ts': lines('const own = html`<p>${text}</p>`;', "text.replaceAll('&', '&amp;');"),
      'server/src/mail.ts': '`&#${sign.charCodeAt(0)};`',
      'web/build/page.ts': "const escapeHtml = (text: string) => text.replace('<', '');",
    },
    finds: ['server/src/mail.ts:1', 'server/src/page.ts:2', 'web/build/page.ts:1'],
  },
];

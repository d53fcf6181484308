import { lines, type Planted } from './planted.ts';

export const plantedRooms: Planted[] = [
  {
    rule: 'contract imports nothing but its schema library',
    files: {
      'contract/src/money.ts': lines("import { Type } from 'typebox';", "import fs from 'node:fs';"),
      'contract/src/calls.ts': "export type { Db } from '../../server/src/platform/db.ts';",
      'contract/src/money.test.ts': "import { it } from 'vitest';",
    },
    finds: ['contract/src/calls.ts:1', 'contract/src/money.ts:2'],
  },
  {
    rule: 'sandbox shares nothing with the product',
    files: {
      'sandbox/src/environment/environment.ts': lines(
        "import fastify from 'fastify';",
        "import { naira } from '@jara/contract/money.ts';",
      ),
      'sandbox/src/simulators/squad.ts': "import type { Db } from '../../../server/src/platform/db.ts';",
    },
    finds: ['sandbox/src/environment/environment.ts:2', 'sandbox/src/simulators/squad.ts:1'],
  },
  {
    rule: 'the product does not import its tests',
    files: {
      'server/src/app/app.ts': "import { make } from '../test/make.ts';",
      'server/src/app/app.test.ts': "import { make } from '../test/make.ts';",
    },
    finds: ['server/src/app/app.ts:1'],
  },
  {
    rule: 'web: platform, ui <- shared <- features <- pages <- app',
    files: {
      'web/src/ui/field.tsx': "import { send } from '../platform/send.ts';",
      'web/src/shared/naira.tsx': "import { Login } from '../pages/public/login.tsx';",
      'web/src/platform/send.ts': "import { Button } from '../ui/button.tsx';",
      'web/src/features/money/balance.tsx': lines(
        "import { Naira } from '../../shared/naira.tsx';",
        "import { Receipt } from '../receipt/receipt-view.tsx';",
      ),
      'web/src/pages/public/login.tsx': lines(
        "import { send } from '../../platform/send.ts';",
        "import { App } from '../../app/routes.tsx';",
      ),
      'web/src/app/routes.tsx': "const Login = lazy(() => import('../pages/public/login.tsx'));",
      'web/src/app/main.tsx': lines(
        "import './routes.tsx';",
        "import { pool } from '../../../server/src/platform/db.ts';",
      ),
      'web/src/hooks/use-me.ts': "import { send } from '../platform/send.ts';",
    },
    finds: [
      'web/src/app/main.tsx:2',
      'web/src/features/money/balance.tsx:2',
      'web/src/hooks/use-me.ts:1',
      'web/src/pages/public/login.tsx:2',
      'web/src/platform/send.ts:1',
      'web/src/shared/naira.tsx:1',
      'web/src/ui/field.tsx:1',
    ],
  },
  {
    rule: 'no schema reaches the browser',
    files: {
      'web/src/platform/send.ts': lines(
        "import type { CallBody } from '@jara/contract/api.ts';",
        "import { paths } from '@jara/contract/paths.ts';",
        "import { refusals } from '@jara/contract/refusals.ts';",
      ),
      'web/src/platform/session.ts':
        "import { type Profile, login } from '@jara/contract/calls/accounts.ts';",
      'web/src/platform/queries.ts': "import { type Profile } from '@jara/contract/calls/accounts.ts';",
    },
    finds: ['web/src/platform/send.ts:3', 'web/src/platform/session.ts:1'],
  },
  {
    rule: 'server: platform <- ledger <- slices <- routes, jobs <- app <- main',
    files: {
      'server/src/platform/serve.ts': "import type { Context } from '../app/context.ts';",
      'server/src/ledger/post.ts': "import { buyData } from '../slices/purchases/buy-data.ts';",
      'server/src/outside/cards/squad.ts': "import { post } from '../../ledger/post.ts';",
      'server/src/slices/purchases/buy-data.ts': lines(
        "import { post } from '../../ledger/post.ts';",
        "import type { Context } from '../../app/context.ts';",
        "import { settlePayment } from '../funding/settle-payment.ts';",
      ),
      'server/src/slices/purchases/sending.ts': lines(
        "import type { Supplier } from '../../outside/suppliers/supplier.ts';",
        "import { createMsorgSupplier } from '../../outside/suppliers/msorg.ts';",
      ),
      'server/src/slices/funding/settle-payment.ts': "import { context } from '../../app/context.ts';",
      'server/src/seed/demo-users.ts': "import { buyData } from '../slices/purchases/buy-data.ts';",
      'server/src/app/jobs.ts': "import { buildApp } from './app.ts';",
      'server/src/app/app.ts': "import { createSquadGateway } from '../outside/cards/squad.ts';",
      'server/src/app/compose.ts': "import { createSquadGateway } from '../outside/cards/squad.ts';",
      'server/src/shop.ts': "import { buildApp } from './app/app.ts';",
    },
    finds: [
      'server/src/app/app.ts:1',
      'server/src/app/jobs.ts:1',
      'server/src/ledger/post.ts:1',
      'server/src/outside/cards/squad.ts:1',
      'server/src/platform/serve.ts:1',
      'server/src/seed/demo-users.ts:1',
      'server/src/shop.ts:1',
      'server/src/slices/funding/settle-payment.ts:1',
      'server/src/slices/purchases/buy-data.ts:3',
      'server/src/slices/purchases/sending.ts:2',
    ],
  },
  {
    rule: 'server: only outside/ opens connections',
    files: {
      'server/src/outside/http.ts': "import { Pool } from 'undici';",
      'server/src/slices/funding/squad-hook.ts': lines(
        "import type { IncomingHttpHeaders } from 'node:http';",
        "import { request } from 'node:https';",
      ),
      'server/src/slices/purchases/sending.ts': "const { fetch } = await import('undici');",
    },
    finds: ['server/src/slices/funding/squad-hook.ts:2', 'server/src/slices/purchases/sending.ts:1'],
  },
  {
    rule: 'server: only platform/ and the database room import the driver',
    files: {
      'server/src/platform/db.ts': "import pg from 'pg';",
      'server/src/slices/purchases/open.ts': "import pg from 'pg';",
    },
    finds: ['server/src/slices/purchases/open.ts:1'],
  },
  {
    rule: 'server: nobody but outside/ fetches',
    files: {
      'server/src/slices/purchases/sending.ts': lines(
        '// fetch (a word)',
        "const said = 'fetch(this)';",
        "await fetch('/vend');",
      ),
      'server/src/slices/funding/pay.ts': "await globalThis.fetch('/pay');",
      'server/src/outside/http.ts': "await fetch('/pay');",
    },
    finds: ['server/src/slices/funding/pay.ts:1', 'server/src/slices/purchases/sending.ts:3'],
  },
  {
    rule: 'web: only send.ts, events.ts and the service worker fetch',
    files: {
      'web/src/platform/send.ts': "await fetch('/');",
      'web/src/platform/events.ts': "await window.fetch('/events');",
      'web/src/features/money/balance.tsx': lines(
        'export const Balance = () => {',
        "  const source = new EventSource('/events');",
        '};',
      ),
      'web/src/pages/public/login.tsx': "navigator.sendBeacon('/seen');",
    },
    finds: ['web/src/features/money/balance.tsx:2', 'web/src/pages/public/login.tsx:1'],
  },
  {
    rule: 'server: settings are read in one place',
    files: {
      'server/src/main.ts': 'start(readConfig(process.env));',
      'server/src/slices/purchases/open.ts': "const size = process.env['BATCH'];",
    },
    finds: ['server/src/slices/purchases/open.ts:1'],
  },
];

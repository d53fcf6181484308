/** deploy/prometheus/alarms.yml asks for what is measured, and the operator finds each of its alarms in docs/operations.md. */
import fs from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp } from '../../test/app.ts';
import { runSql } from '../../test/run-sql.ts';

const token = 'a-token-for-the-measurements-of-a-test';
const read = (path: string): string => fs.readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const file = read('deploy/prometheus/alarms.yml');

interface Alarm {
  name: string;
  expression: string;
}
const alarms = file
  .split(/^ +- alert: /m)
  .slice(1)
  .map((text): Alarm => {
    const [, name = ''] = /^(\w+)\n/.exec(text) ?? [];
    const [, expression = ''] = /\n +expr: (?:>-\n)?([^]*?)\n +(?:for|labels):/.exec(text) ?? [];
    return { name, expression: expression.replaceAll(/\s+/g, ' ').trim() };
  });

/** Prometheus' own: whether it could read at all. */
const METRIC = /\b(?!up\b)((?:jara|http|process|nodejs)_\w+)(?:\{([^}]*)\})?/g;
const selectors = alarms.flatMap(({ name, expression }) =>
  [...expression.matchAll(METRIC)].map(([, metric = '', labels = '']) => ({ name, metric, labels })),
);

let folder: string;
let app: Awaited<ReturnType<typeof startTestApp>>;
let measures = '';
beforeAll(async () => {
  folder = fs.mkdtempSync(join(os.tmpdir(), 'jara-alarms-'));
  fs.chmodSync(folder, 0o755);
  app = await startTestApp({
    env: {
      BACKUP_DIR: join(folder, 'none'),
      BACKUP_KEY_FILE: join(folder, 'key'),
      DATA_DIR: folder,
      METRICS_TOKEN: token,
    },
  });
  // What is measured only once it happened: an audit, a wrong and a refused proof, a float that was read, a moment without readiness.
  await app.context.booksAudit.renew();
  const ada = await app.make.user();
  await app.anybody().call('login', { userName: ada.userName, password: 'not it at all' });
  await app.as(ada).call('listUsers');
  await app.owner.run(
    `insert into supplier_floats (supplier, float_kobo, asked_at, read_at) values ('glad', 1, now(), now())
     on conflict (supplier) do update set float_kobo = 1, read_at = now()`,
  );
  const isReady = async (): Promise<number> => (await fetch(`${app.url}/readyz`)).status;
  await isReady();
  await runSql(app.databaseUrl, 'alter table schema_migrations rename to no_migrations');
  await vi.waitUntil(async () => (await isReady()) === 503, 20_000);
  await runSql(app.databaseUrl, 'alter table no_migrations rename to schema_migrations');
  const answer = await fetch(`${app.url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  measures = await answer.text();
});
afterAll(async () => {
  await app.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

describe('the alarms for Prometheus', () => {
  it('are read whole: each has a name of its own and an expression', () => {
    expect(alarms.length).toBe(file.match(/alert:/g)?.length);
    expect(new Set(alarms.map(({ name }) => name)).size).toBe(alarms.length);
    for (const { name, expression } of alarms) expect([name, expression]).not.toEqual([name, '']);
    expect(new Set(selectors.map(({ name }) => name)).size).toBe(alarms.length - 1); // one asks for Prometheus' own measure alone
  });

  it('name measures that are told, each with the labels that it asks for', () => {
    for (const { name, metric, labels } of selectors) {
      const samples = measures.split('\n').filter((line) => new RegExp(`^${metric}[{ ]`).test(line));
      expect([name, metric, samples.length > 0]).toEqual([name, metric, true]);
      for (const [, label = '', values = ''] of labels.matchAll(/(\w+)=~?"([^"]*)"/g))
        for (const value of values.split('|'))
          expect([name, value, samples.some((line) => line.includes(`${label}="${value}"`))]).toEqual([
            name,
            value,
            true,
          ]);
    }
  });

  it('each have a row for the operator, and no row is without its alarm', () => {
    const [, table = ''] = /\n### Alarms\n([^]*?)\n### /.exec(read('docs/operations.md')) ?? [];
    const rows = [...table.matchAll(/^\| `(Jara\w+)` /gm)].map(([, name]) => name);
    expect(rows).toEqual(alarms.map(({ name }) => name));
  });
});

import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../test/app.ts';
import { createLog } from './log.ts';

const app = useTestApp();

describe('the log of the server', () => {
  it('says which constraint a row broke, and not what stood in the row', async () => {
    const [ada, ben] = [await app.make.user(), await app.make.user()];
    const error: unknown = await app.owner
      .run('update users set email = $1 where id = $2', [ada.email, ben.userId])
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ detail: expect.stringContaining(ada.email) });
    const lines: string[] = [];
    const log = createLog('error', { write: (line) => lines.push(line) });
    log.error({ err: error }, 'it failed');
    log.error(error);
    log.error({ err: new Error('the call failed', { cause: error }) }, 'it failed');
    expect(lines).toHaveLength(3);
    for (const line of lines) {
      expect(line).toContain('duplicate key value');
      expect(line).not.toContain(ada.email);
    }
    expect(lines[0]).toContain('"code":"23505"');
    expect(lines[0]).toContain('"constraint":"users_email_key"');
  });

  it('does not write down the connection that was lost', () => {
    const lines: string[] = [];
    const error = Object.assign(new Error('Connection terminated unexpectedly'), {
      client: { asked: 'select 1' },
    });
    createLog('error', { write: (line) => lines.push(line) }).error(
      { err: error },
      'database connection lost',
    );
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      err: { type: 'Error', message: error.message, stack: expect.stringContaining('log.test.ts') },
    });
    expect(lines[0]).not.toContain('select 1');
  });
});

import type { Context } from '../../app/context.ts';
import { refuse, refuseField } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { readPasskeyName } from './own-passkeys.ts';

export const renamePasskey =
  ({ pool }: Context): Handler<'renamePasskey'> =>
  async ({ principal, params, body }) => {
    const name = readPasskeyName(body.name) || refuseField('name', 'Enter a name');
    const renamed = await pool.run('update passkeys set name = $3 where user_id = $1 and id::text = $2', [
      principal.userId,
      params.id,
      name,
    ]);
    if (renamed === 0) refuse('not_found');
    return { msg: `This passkey is ${name} now` };
  };

/**
 * The server under measurement, as a process of its own: `product` is the program as it is; `baseline` is the same program with
 * purchases written the ordinary way. Tells its port by IPC.
 */
import { compose } from '../../server/src/app/compose.ts';
import { createLog } from '../../server/src/platform/log.ts';
import { readConfig } from '../../server/src/config/config.ts';
import { openProgramLogin } from '../../server/src/database/program-login.ts';
import { createPurchases } from '../../server/src/slices/purchases/purchases.ts';
import { createBaselinePurchases } from './baseline.ts';

const { DATABASE_URL: ownerUrl = '', ...env } = process.env;
const config = readConfig(env);
const programUrl = await openProgramLogin(ownerUrl, config.secretsKey);
const { app } = await compose(config, programUrl, createLog('warn'), {
  createPurchases: process.env['BENCH_PROGRAM'] === 'baseline' ? createBaselinePurchases : createPurchases,
});
await app.listen({ host: '127.0.0.1', port: 0 });
const [address] = app.addresses();
process.send?.({ port: typeof address === 'object' ? address.port : undefined });
process.on('disconnect', () => process.exit(0));

/** The sandbox of a bench, as a process of its own that keeps no history. Tells its port by IPC. */
import { startSandbox } from '../../sandbox/src/environment/environment.ts';

const sandbox = await startSandbox({ journal: 'memory' });
process.send?.({ port: sandbox.port });
process.on('disconnect', () => process.exit(0));

import type { Simulator, Environment } from '../environment/context.ts';
import { ALARO, GLAD } from '../data/suppliers.ts';
import { createIdentitySimulator } from './identity/simulator.ts';
import { createMsorgSimulator } from './msorg/simulator.ts';
import { createPushSimulator } from './push/simulator.ts';
import { createReservedAccountsSimulator } from './reserved-accounts/simulator.ts';
import { createSmsSimulator } from './sms/simulator.ts';
import { createSmtpSimulator } from './smtp/simulator.ts';
import { createSquadSimulator } from './squad/simulator.ts';
import { createVtpassSimulator } from './vtpass/simulator.ts';

/** The table of simulators. A provider that is not in it does not exist; README.md says how to add one. */
export function createSimulators(environment: Environment, { smtpPort }: { smtpPort: number }): Simulator[] {
  return [
    createMsorgSimulator(GLAD, environment),
    createMsorgSimulator(ALARO, environment),
    createVtpassSimulator(environment),
    createSquadSimulator(environment),
    createReservedAccountsSimulator(environment),
    createIdentitySimulator(environment),
    createPushSimulator(environment),
    createSmsSimulator(environment),
    createSmtpSimulator(environment, smtpPort),
  ];
}

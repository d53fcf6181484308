import { naira } from '@jara/contract/money.ts';
import type { Context } from '../../app/context.ts';
import type { Handler } from '../../platform/serve.ts';
import { listServices } from '../catalogue/services.ts';
import { readSuppliers, type SupplierState } from './supplier-states.ts';

const REMEMBER_MS = 30_000;

/**
 * The services as they are, and the suppliers as our own purchases and the last readings of our float found them: nobody is called, so
 * the answer is quick also when a supplier hangs. What is said of suppliers is remembered for 30 s.
 */
export const checkServices = ({ pool, suppliers, config }: Context): Handler<'checkServices'> => {
  let remembered: { states: Promise<SupplierState[]>; at: Date } | null = null;
  return async () => {
    const now = new Date();
    if (remembered === null || now.getTime() - remembered.at.getTime() >= REMEMBER_MS) {
      const states = readSuppliers(pool, [...suppliers.keys()], naira(config.supplierFloatAlarmNaira));
      remembered = { states, at: now };
      states.catch(() => {
        remembered = null;
      });
    }
    const { states, at } = remembered;
    return {
      services: await listServices(pool),
      suppliers: await states,
      floatAlarm: config.supplierFloatAlarmNaira,
      checkedAt: at.toISOString(),
    };
  };
};

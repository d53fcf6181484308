import { naira, toNaira } from '@jara/contract/money.ts';
import type { Context } from '../../app/context.ts';
import { refuse } from '../../platform/refuse.ts';
import { Reply, type Handler } from '../../platform/serve.ts';
import { meterOrRefuse, validateFor } from './meter.ts';

/** Refuses with meter_invalid (and `name`), service_locked, too_many_requests, unavailable. */
export const validateMeter =
  (context: Context): Handler<'validateMeter'> =>
  async ({ principal, body }) => {
    const meter = meterOrRefuse(body);
    if (!context.catalogue.now.isOpen(meter.disco, 'electricity')) refuse('service_locked');
    const { known, headers } = await validateFor(context, principal, meter);
    const { name, address, minimumKobo } = known;
    const ourMinimumKobo = naira(context.config.electricity.minimumNaira);
    const leastKobo = minimumKobo !== null && minimumKobo > ourMinimumKobo ? minimumKobo : ourMinimumKobo;
    return new Reply(200, { name, address, minimumAmount: toNaira(leastKobo) }, headers);
  };

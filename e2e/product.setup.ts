import { makeHome, removeHome, startProduct } from './product.ts';

/**
 * One product for all journeys, on free ports and with an empty data directory. Its addresses are left in JARA_URL and
 * JARA_SANDBOX_URL. Gives the function that ends it.
 */
export default async function startForAll(): Promise<() => Promise<void>> {
  const home = await makeHome('e2e');
  const product = await startProduct(home);
  process.env['JARA_URL'] = product.url;
  process.env['JARA_SANDBOX_URL'] = product.sandboxUrl;
  return async () => {
    await product.stop();
    removeHome(home);
  };
}

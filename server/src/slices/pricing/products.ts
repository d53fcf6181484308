/** The names under which cost prices and special prices are kept (S9.3). */
import { products as specified } from '@jara/contract/constants.ts';
import { refuseField } from '../../platform/refuse.ts';
import type { CatalogueState, Plan } from '../catalogue/catalogue.ts';
import { productOf } from './price-for.ts';

/** Those of the specification, and those that plans have. A network's name alone means all of it that has no price of its own. */
export const listProducts = ({ plans }: CatalogueState): string[] => [
  ...new Set<string>([...specified, ...[...plans.values()].map(productOf)]),
];

export function readProduct(field: string, input: string, catalogue: CatalogueState): string {
  const product = input.trim().toUpperCase();
  const known = listProducts(catalogue);
  return known.includes(product)
    ? product
    : refuseField(field, `Unknown product: choose ${known.join(', ')}`);
}

export const plansOf = ({ plans }: CatalogueState, product: string): Plan[] =>
  [...plans.values()].filter((plan) => productOf(plan) === product || plan.network === product);

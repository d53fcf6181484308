/** What tests of electricity share. */
import type { CallReply } from '@jara/contract/api.ts';
import { meterCompanies, type MeterCompany, type MeterType } from '@jara/contract/constants.ts';
import type { Answer, TestApp } from './app.ts';
import type { TestUser } from './make.ts';

export const meterId = (name: MeterCompany): number => {
  const company = meterCompanies.find((one) => one.name === name);
  if (company === undefined) throw new Error(`no company ${name}`);
  return company.id;
};

let meters = 0;

/** A fresh meter number that ends as asked: the last four digits choose what the sandbox does. */
export function meterOf(ending: string, beginning = '41'): string {
  meters += 1;
  return `${beginning}${String(meters).padStart(5, '0')}${ending}`;
}

/** Sells the electricity of a company through these suppliers alone, in this order. */
export async function routeElectricity(
  { context }: TestApp,
  disco: MeterCompany,
  suppliers: readonly string[],
): Promise<void> {
  await context.pool.run(
    `update supplier_routes set suppliers = $2 where network = $1 and service_type = 'electricity'`,
    [disco, suppliers],
  );
  await context.catalogue.reload();
}

export interface Order {
  disco?: MeterCompany;
  meterType?: MeterType;
  amount?: number | string;
  [field: string]: unknown;
}

export function buyElectricity(
  app: TestApp,
  user: TestUser,
  meterNumber: string,
  { disco = 'Ikeja', meterType = 'prepaid', amount = 2_000, ...rest }: Order = {},
  options: { key?: string } = {},
): Promise<Answer<'buyElectricity'>> {
  const body = { meterId: meterId(disco), meterNumber, meterType, amount, ...rest };
  return app.as(user).call('buyElectricity', body, options);
}

type Receipt = CallReply<'buyElectricity'>['receipt'];

/** The receipt of a success or of a refusal. */
export const receiptOf = (answer: Answer<'buyElectricity'>): Receipt =>
  (answer.body as { receipt: Receipt }).receipt; // the call promises it

/** The tokens that the sandbox's supplier made for this meter. */
export const tokensInJournal = ({ sandbox }: TestApp, meterNumber: string): string[] =>
  sandbox.journal().deliveries.flatMap((one) => (one.recipient === meterNumber ? (one.tokens ?? []) : []));

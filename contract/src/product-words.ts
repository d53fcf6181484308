/**
 * What was bought, as the slip of the purchase names it (`description`). One's own price for customers goes by these words, so what is on offer has
 * the same.
 */
import { networkLabels, type MeterCompany, type MeterType, type Network } from './constants.ts';
import { formatNaira } from './money.ts';

interface Plan {
  network: Network;
  /** The volume: `1GB`. */
  name: string;
  type: string;
  validity: string;
}

export const dataWords = ({ network, name, type, validity }: Plan): string =>
  `${networkLabels[network]} ${name} ${type}, ${validity}`;

/** `faceValue` in naira, as for electricity. */
export const airtimeWords = (network: Network, faceValue: number): string =>
  `${networkLabels[network]} airtime ${formatNaira(faceValue)}`;

export const electricityWords = (disco: MeterCompany, faceValue: number, type: MeterType): string =>
  `${disco} electricity ${formatNaira(faceValue)}, ${type}`;

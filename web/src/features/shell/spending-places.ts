import { matchPath } from 'react-router';
import { patterns, to } from '../../platform/paths.ts';

const places = [
  to.dashboard,
  to.buyData,
  patterns.buyDataOtherSpelling,
  to.buyAirtime,
  patterns.buyAirtimeOtherSpelling,
  to.electricity,
  to.transfer,
  to.withdraw,
  to.generateCoupon,
];

/** Whether money would leave the wallet on this screen. */
export const isSpendingPlace = (pathname: string): boolean =>
  places.some((place) => matchPath(place, pathname) !== null);

/** The pages that Lighthouse visits, and what each may cost. */
import { slow3G, slow4G, type Profile } from './profiles.ts';

export interface Visit {
  title: string;
  address: string;
  profile: Profile;
  /** With what the browser kept of the visit before. */
  isRepeat?: boolean;
  targetLcpMs?: number;
  targetKb: number;
}

const firstKb = 250;

const dashboard = { address: '/profile', targetKb: firstKb };

export const visits: readonly Visit[] = [
  { title: 'landing', address: '/', profile: slow4G, targetLcpMs: 1_800, targetKb: firstKb },
  {
    title: 'price list',
    address: '/priceList?network=MTN',
    profile: slow4G,
    targetLcpMs: 1_800,
    targetKb: firstKb,
  },
  { ...dashboard, title: 'dashboard, first', profile: slow4G, targetLcpMs: 2_000 },
  {
    ...dashboard,
    title: 'dashboard, repeat',
    profile: slow4G,
    isRepeat: true,
    targetLcpMs: 800,
    targetKb: 15,
  },
  {
    title: 'buy airtime, first',
    address: '/profile/buyairtime',
    profile: slow4G,
    targetLcpMs: 2_000,
    targetKb: firstKb,
  },
  { ...dashboard, title: 'dashboard, slow 3G', profile: slow3G, targetLcpMs: 5_000 },
  { title: 'login, slow 3G', address: '/login', profile: slow3G, targetKb: firstKb },
  { title: 'buy data, slow 3G', address: '/profile/buydata', profile: slow3G, targetKb: firstKb },
];

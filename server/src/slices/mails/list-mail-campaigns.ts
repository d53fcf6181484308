import type { Context } from '../../app/context.ts';
import type { Handler } from '../../platform/serve.ts';
import { readCampaigns } from './campaigns.ts';

const MOST = 20;

export const listMailCampaigns =
  ({ pool }: Context): Handler<'listMailCampaigns'> =>
  async () => ({ campaigns: await readCampaigns(pool, MOST) });

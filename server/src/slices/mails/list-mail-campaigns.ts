import type { MailCampaign } from '@jara/contract/calls/mails.ts';
import type { Context } from '../../app/context.ts';
import type { Handler } from '../../platform/serve.ts';
import { newestCampaigns, presentCampaign, readProgress } from './campaigns.ts';

const MOST = 20;

/** A campaign that has ended changes no more: its mails are counted once. */
export const listMailCampaigns = ({ pool }: Context): Handler<'listMailCampaigns'> => {
  const ended = new Map<bigint, MailCampaign>();
  return async () => {
    const campaigns: MailCampaign[] = [];
    for (const row of await newestCampaigns(pool, MOST)) {
      const campaign = ended.get(row.id) ?? presentCampaign(row, await readProgress(pool, row.id));
      if (campaign.waiting === 0) ended.set(row.id, campaign);
      campaigns.push(campaign);
    }
    const newest = new Set(campaigns.map(({ _id }) => BigInt(_id)));
    for (const id of ended.keys()) if (!newest.has(id)) ended.delete(id);
    return { campaigns };
  };
};

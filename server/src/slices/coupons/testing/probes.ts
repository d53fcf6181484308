/** A request for every call about coupons that were made, for `server/test/probes.ts`. */
import type { TestUser } from '../../../../test/make.ts';
import type { Probe, Stage } from '../../../../test/probes.ts';

/** The id of a coupon that `maker` made for somebody; by an admin where they may not. */
async function openCoupon({ app }: Stage, maker: TestUser): Promise<string> {
  const { userName } = await app.make.user();
  const wanted = { userAccount: userName, amount: 100 };
  const made = await app.as(maker).call('generateCoupon', wanted);
  const by = made.status === 200 ? maker : await app.make.user({ isAdmin: true });
  if (by !== maker) await app.as(by).call('generateCoupon', wanted);
  return (await app.as(by).call('listCoupons', { owner: userName })).reply.coupons[0]?._id ?? '';
}

export const couponProbes = {
  listCoupons: async () => ({}),
  revealCoupon: async (stage, { owner, caller }) => ({
    id: await openCoupon(stage, owner),
    password: caller.password,
  }),
  voidCoupon: async (stage, { owner }) => ({
    id: await openCoupon(stage, owner),
    reason: 'The code got lost',
  }),
} satisfies Partial<Record<string, Probe>>;

import { usePurchaseLimits, VelocityLimitNotice } from '../money/velocity-limit.tsx';

export const PurchaseLimitsNotice = () => <VelocityLimitNotice {...usePurchaseLimits()} aim="buy" />;

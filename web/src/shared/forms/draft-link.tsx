/** The way back to what waits for money. */
import { to } from '../../platform/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { unfinishedDraft } from './draft.ts';

const links = {
  airtime: { path: to.buyAirtime, words: 'Go on buying airtime' },
  data: { path: to.buyData, words: 'Go on buying data' },
  electricity: { path: to.electricity, words: 'Go on buying electricity' },
  transfer: { path: to.transfer, words: 'Go on with your transfer' },
  withdraw: { path: to.withdraw, words: 'Go on with your withdrawal' },
  sale: { path: to.sell, words: 'Go on selling' },
} as const;

export function DraftLink({ kind = 'secondary' }: { kind?: 'primary' | 'secondary' }) {
  const draft = unfinishedDraft();
  if (draft === undefined || draft === 'coupon') return null;
  return (
    <ButtonLink to={links[draft].path} kind={kind}>
      {links[draft].words}
    </ButtonLink>
  );
}

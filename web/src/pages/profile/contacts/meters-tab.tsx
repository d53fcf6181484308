/** The meters that one bought for last: a press opens Electricity with the meter filled in. */
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { useDraft } from '../../../shared/forms/draft.ts';
import { LoadFailure } from '../../../shared/load-failure.tsx';
import { groupDigits } from '../../../features/money/movement.ts';
import { recentMeters, type RecentMeter } from '../../../features/buying/recent-meters.tsx';
import { to } from '../../../platform/paths.ts';
import { profileQuery } from '../../../platform/queries.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { LightGlyph, pen } from '../../../ui/icon.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { PlaceRow } from './place-row.tsx';

/** As the form of electricity begins. */
const blank = { meterId: '', meterType: 'prepaid', meterNumber: '', amount: '' };

export function MetersTab() {
  const query = useQuery(profileQuery);
  const [, change] = useDraft('electricity', blank);
  const navigate = useNavigate();
  const buy = ({ meterId, meterType, meterNumber, amount }: RecentMeter) => {
    change({ meterId, meterType, meterNumber, amount });
    void navigate(to.electricity);
  };
  if (query.data === undefined) {
    return query.isError || query.fetchStatus === 'paused' ? (
      <LoadFailure
        title="Your meters could not be loaded"
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    ) : (
      <SkeletonRows rows={3} label="Loading your meters" />
    );
  }
  const meters = recentMeters(query.data.transactions);
  if (meters.length === 0) {
    return (
      <Empty
        title="No meters yet"
        action={
          <ButtonLink kind="secondary" to={to.electricity}>
            Buy electricity
          </ButtonLink>
        }
      >
        The meters that you buy for are kept here.
      </Empty>
    );
  }
  return (
    <ul className="rows divide-y divide-line border-b border-line" aria-label="Meters">
      {meters.map((meter) => {
        const digits = groupDigits(meter.meterNumber);
        return (
          <PlaceRow
            key={`${meter.meterId} ${meter.meterNumber} ${meter.meterType}`}
            mark={<LightGlyph size={24} {...pen} className="shrink-0 text-ink-2" />}
            name={digits}
            note={`${meter.disco} \u00b7 ${meter.meterType}`}
            action="Buy"
            label={`Buy electricity for ${digits}`}
            onChoose={() => buy(meter)}
          />
        );
      })}
    </ul>
  );
}

import { Plus } from 'lucide-react';
import { startTransition, useOptimistic, useState } from 'react';
import { useSearchParams } from 'react-router';
import { networkLabels, networks, type Network } from '@jara/contract/constants.ts';
import { messages } from '@jara/contract/messages.ts';
import { asNetwork, NetworkMark } from '../../../shared/network-mark.tsx';
import { useRemembered } from '../../../shared/remembered.ts';
import { ScreenHead } from '../../../shared/screen.tsx';
import { useSession } from '../../../platform/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { pen } from '../../../ui/icon.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { toast } from '../../../ui/toast.tsx';
import { DeleteSheet } from './delete-sheet.tsx';
import type { GridPlan } from './grid-plan.ts';
import { NetworkPlans } from './network-plans.tsx';
import { PlanSheet } from './plan-sheet.tsx';
import { PlannedPrices } from './planned-prices.tsx';

export default function UpdatePrice() {
  const isAdmin = useSession().signedIn?.isAdmin === true;
  const [network, choose] = useChosenNetwork();
  const [open, setOpen] = useState<GridPlan | 'new'>();
  const [deleting, setDeleting] = useState<GridPlan>();
  const add = () => {
    if (network === undefined) toast.error(messages.selectNetwork);
    else setOpen('new');
  };
  return (
    <div data-wide="" className="grid grid-cols-1 gap-5">
      <ScreenHead
        title="Update price"
        aside={
          isAdmin && (
            <Button kind="secondary" onClick={add}>
              <Plus size={20} {...pen} />
              Add plan
            </Button>
          )
        }
      >
        {isAdmin
          ? 'What each plan costs, for each tier. Nothing is sold at a new price before you save.'
          : 'What each plan costs, for each tier. Only an admin changes it.'}
      </ScreenHead>
      {isAdmin && <PlannedPrices />}
      <div className="min-w-0">
        <Tabs
          label="Network"
          tabs={networks.map((name) => ({
            value: name,
            label: networkLabels[name],
            icon: <NetworkMark network={name} size={24} />,
          }))}
          value={network ?? null}
          onChange={choose}
        >
          {network === undefined ? (
            <div className="pt-8">
              <Empty title={messages.selectNetworkShort}>The plans of each network stand on their own.</Empty>
            </div>
          ) : (
            <NetworkPlans key={network} network={network} isReadOnly={!isAdmin} onOpen={setOpen} />
          )}
        </Tabs>
      </div>
      {network !== undefined && (
        <PlanSheet
          network={network}
          plan={open}
          onClose={() => setOpen(undefined)}
          onDelete={(plan) => {
            setOpen(undefined);
            setDeleting(plan);
          }}
        />
      )}
      <DeleteSheet plan={deleting} onClose={() => setDeleting(undefined)} />
    </div>
  );
}

/** The network of the address, or else the last one. What was pressed counts at once, though its plans take their time to be drawn. */
function useChosenNetwork(): [Network | undefined, (name: string) => void] {
  const [search, setSearch] = useSearchParams();
  const [remembered, remember] = useRemembered('priceNetwork', '');
  const [network, show] = useOptimistic(asNetwork(search.get('network')) ?? asNetwork(remembered));
  const choose = (name: string) => {
    remember(name);
    startTransition(() => {
      show(asNetwork(name));
      setSearch({ network: name }, { replace: true });
    });
  };
  return [network, choose];
}

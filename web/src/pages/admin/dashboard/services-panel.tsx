/** Every service, available or locked. A lock is shown once the server has it, never before: buyers are turned away by it. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Check, Lock } from 'lucide-react';
import { useState, type SyntheticEvent } from 'react';
import { limits } from '@jara/contract/constants.ts';
import type { Service } from '@jara/contract/calls/managed-catalogue.ts';
import { FailureNotice } from '../../../shared/load-failure.tsx';
import { networkLabel } from '../../../shared/network-mark.tsx';
import { send, type CallReply } from '../../../platform/send.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { pen } from '../../../ui/icon.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { toast } from '../../../ui/toast.tsx';
import { adminKeys, detailsQuery } from './queries.ts';

const nameOf = ({ serviceName, serviceType }: Service): string =>
  serviceType === 'wallet' ? serviceName : `${networkLabel(serviceName)} ${serviceType}`;

export function ServicesPanel({ services }: { services: readonly Service[] }) {
  const [chosen, setChosen] = useState<Service | null>(null);
  const types = [...new Set(services.map(({ serviceType }) => serviceType))];
  return (
    <section id="services" aria-label="Available services" className="grid scroll-mt-20 grid-cols-1 gap-3">
      <h2 className="display text-title">Available services</h2>
      {types.map((type) => (
        <section key={type} aria-label={type}>
          <h3 className="border-b border-ink py-2 text-meta font-semibold capitalize">{type}</h3>
          <ul>
            {services
              .filter(({ serviceType }) => serviceType === type)
              .map((service) => (
                <ServiceRow key={service._id} service={service} onPress={() => setChosen(service)} />
              ))}
          </ul>
        </section>
      ))}
      <Sheet
        title={chosen === null ? '' : `${chosen.serviceStatus ? 'Lock' : 'Unlock'} ${nameOf(chosen)}`}
        open={chosen !== null}
        onClose={() => setChosen(null)}
      >
        {chosen !== null && <LockForm service={chosen} onDone={() => setChosen(null)} />}
      </Sheet>
    </section>
  );
}

function ServiceRow({ service, onPress }: { service: Service; onPress: () => void }) {
  const { serviceStatus: isOpen } = service;
  return (
    <li className="flex min-h-12 flex-wrap items-center justify-end gap-x-3 border-b border-line">
      <span className="block min-w-[6rem] flex-1 first-letter:uppercase">
        {networkLabel(service.serviceName)}
      </span>
      {isOpen ? (
        <span className="inline-flex items-center gap-1 text-label text-success">
          <Check size={13} {...pen} />
          available
        </span>
      ) : (
        <Pill tone="amber" icon={<Lock size={13} {...pen} />}>
          locked
        </Pill>
      )}
      <Button
        kind={isOpen ? 'quiet' : 'secondary'}
        compact
        className="-mr-3 w-[5rem] max-lg:min-h-12"
        aria-label={`${isOpen ? 'Lock' : 'Unlock'} ${nameOf(service)}`}
        onClick={onPress}
      >
        {isOpen ? 'Lock' : 'Unlock'}
      </Button>
    </li>
  );
}

function LockForm({ service, onDone }: { service: Service; onDone: () => void }) {
  const [reason, setReason] = useState('');
  const queryClient = useQueryClient();
  const isOpen = service.serviceStatus;
  const { serviceName, serviceType } = service;
  const toggle = useMutation({
    mutationFn: () =>
      send('updateServices', {
        serviceName,
        serviceType,
        serviceStatus: !isOpen,
        ...(reason.trim() !== '' && { reason: reason.trim() }),
      }),
    onSuccess: ({ msg, services }) => {
      queryClient.setQueryData<CallReply<'getAdminDetails'>>(
        detailsQuery.queryKey,
        (details) => details && { ...details, services },
      );
      toast.success(msg);
      onDone();
      return queryClient.invalidateQueries({ queryKey: adminKeys.checks });
    },
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!toggle.isPending) toggle.mutate();
  };
  return (
    <form className="grid gap-5" onSubmit={submit} noValidate>
      <p>
        {isOpen
          ? 'Nobody can buy it until it is unlocked. What is on its way is finished.'
          : 'It is sold again from now on.'}
      </p>
      <TextField
        label="Reason"
        hint="Goes into the staff record."
        value={reason}
        maxLength={limits.reasonMaximum}
        onChange={(event) => setReason(event.target.value)}
      />
      {toggle.isError && <FailureNotice error={toggle.error} />}
      <Button type="submit" kind={isOpen ? 'danger' : 'primary'} wide busy={toggle.isPending}>
        {isOpen ? 'Lock' : 'Unlock'} {nameOf(service)}
      </Button>
    </form>
  );
}

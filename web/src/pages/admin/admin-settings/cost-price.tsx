/** What a product costs us per GB, and the list of what is set. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState, type SyntheticEvent } from 'react';
import { messages } from '@jara/contract/messages.ts';
import { costPricesQuery } from '../../../shared/catalogue-queries.ts';
import { FailureNotice, LoadFailure } from '../../../shared/load-failure.tsx';
import { Naira } from '../../../shared/naira.tsx';
import { noNetworkWords, useOnline } from '../../../shared/online.ts';
import { ReceiptPaper, ReceiptRow } from '../../../shared/receipt-card.tsx';
import { UnusualPrices, unusualPricesOf } from '../unusual-prices.tsx';
import { isHeld } from '../../../platform/held.ts';
import { keys } from '../../../platform/queries.ts';
import { send, wordsOf, type CallReply } from '../../../platform/send.ts';
import { AmountField, parseAmount } from '../../../ui/amount-field.tsx';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.tsx';

export function CostPriceSection() {
  const costs = useQuery(costPricesQuery);
  if (costs.data !== undefined) return <CostPriceForm {...costs.data} />;
  if (!costs.isError) return <SkeletonRows rows={3} label="Loading the cost prices" />;
  return (
    <LoadFailure
      title="The cost prices could not be loaded"
      error={costs.error}
      onRetry={() => void costs.refetch()}
    />
  );
}

function CostPriceForm({ costPrices, products }: CallReply<'listCostPrices'>) {
  const [product, setProduct] = useState(products[0] ?? '');
  const [text, setText] = useState('');
  const [fix, setFix] = useState<string>();
  const isOnline = useOnline();
  const saving = useSaving(() => setText(''));
  const unusual = unusualPricesOf(saving.error);
  const now = costPrices.find(({ network }) => network === product)?.costPrice;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const costPrice = parseAmount(text, { kobo: true });
    if (costPrice === undefined || costPrice === 0) {
      setFix('Enter naira per GB, such as 430 or 430.50.');
      return toast.error(messages.enterValidPrice);
    }
    if (!saving.isPending) saving.mutate({ network: product, costPrice, confirm: unusual !== undefined });
    return undefined;
  };
  return (
    <div className="grid grid-cols-1 gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,1fr)_min(24rem,48%)] lg:items-start">
      <form onSubmit={submit} noValidate className="grid max-w-form grid-cols-1 gap-5">
        <SelectField
          label="Product"
          hint="A network alone stands for all of it that has no cost of its own"
          value={product}
          options={products.map((name) => ({ value: name, label: name }))}
          onChange={(event) => {
            setProduct(event.target.value);
            saving.reset();
          }}
        />
        <AmountField
          kobo
          label="Cost"
          hint={now === undefined ? 'Per GB. Not set: the plans count with their own' : `Per GB. Now ${now}`}
          value={text}
          error={fix}
          onChange={(next) => {
            setText(next);
            setFix(undefined);
            saving.reset();
          }}
        />
        {unusual !== undefined && <UnusualPrices prices={unusual} labels={{ costPrice: product }} />}
        {saving.isError && unusual === undefined && <FailureNotice error={saving.error} />}
        <Button
          type="submit"
          className="justify-self-start"
          busy={saving.isPending}
          busyLabel="Saving"
          disabled={!isOnline}
        >
          {!isOnline ? noNetworkWords : unusual === undefined ? 'Update cost price' : 'Yes, it costs that'}
        </Button>
      </form>
      <CostList costPrices={costPrices} />
    </div>
  );
}

function useSaving(onDone: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: { network: string; costPrice: number; confirm: boolean }) =>
      send('setCostPrice', input),
    onSuccess: (reply) => {
      toast.success(reply.msg);
      onDone();
      if (isHeld(reply)) return queryClient.invalidateQueries({ queryKey: keys.reviewQueue });
      const { costPrices } = reply;
      queryClient.setQueryData<CallReply<'listCostPrices'>>(keys.costPrices, (old) =>
        old === undefined ? undefined : { ...old, costPrices },
      );
      return undefined;
    },
    onError: (error) => {
      if (unusualPricesOf(error) === undefined) toast.error(wordsOf(error));
    },
  });
}

/** Opened by "Check costs", as the specification has it. */
function CostList({ costPrices }: { costPrices: CallReply<'listCostPrices'>['costPrices'] }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <div className="grid gap-3">
      <Button
        kind="secondary"
        className="justify-self-start"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Hide costs' : 'Check costs'}
      </Button>
      <div id={id} hidden={!isOpen}>
        {costPrices.length === 0 ? (
          <p className="text-meta text-ink-2">No cost prices yet: all plans count with their own cost.</p>
        ) : (
          <ReceiptPaper>
            <dl>
              {costPrices.map(({ network, costPrice }) => (
                <ReceiptRow key={network} label={network}>
                  <Naira amount={costPrice} /> per GB
                </ReceiptRow>
              ))}
            </dl>
          </ReceiptPaper>
        )}
      </div>
    </div>
  );
}

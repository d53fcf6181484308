/** The edits of the grid with their history, and the saving of them, plan by plan. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isHeld } from '../../../platform/held.ts';
import { keys } from '../../../platform/queries.ts';
import { Refusal, send, wordsOf } from '../../../platform/send.ts';
import { toast } from '../../../ui/toast.tsx';
import type { UnusualPrice } from '@jara/contract/calls/unusual-prices.ts';
import { unusualPricesOf } from '../unusual-prices.tsx';
import { dropPlan, noEdits, type Edits, type RowChange } from './grid-edits.ts';

interface Step {
  edits: Edits;
  /** The cell that was typed into: typing on in it is one step. Null for what is a step of its own. */
  by: string | null;
}

const start: Step = { edits: noEdits, by: null };

/** By its id, the prices of a plan that the server wants to be told are meant. */
export type Unusual = ReadonlyMap<number, readonly UnusualPrice[]>;

/** What the server asked about, and on which way: what was meant at once is not what is meant from a midnight. */
interface Question {
  action: 'save' | 'plan';
  unusual: Unusual;
}

const noQuestion: Question = { action: 'save', unusual: new Map() };

export interface Grid {
  edits: Edits;
  canUndo: boolean;
  /** Why a plan could not be saved, by its id. */
  problems: ReadonlyMap<number, string>;
  isSaving: boolean;
  /** What the server asked about; empty when it was not tried on this way, or found nothing. */
  unusualOf: (action: Question['action']) => Unusual;
  change: (by: string | null, next: (edits: Edits) => Edits) => void;
  undo: () => void;
  discard: () => void;
  /**
   * Where the server asks whether prices are meant, `onDone` is not called, and the next time says so of the plans that it asked about:
   * call it again once somebody agreed.
   */
  save: (changes: readonly RowChange[], onDone: () => void) => void;
  /** Lets them begin as `day` (YYYY-MM-DD) does, all or none; asks as `save` does. */
  plan: (changes: readonly RowChange[], day: string, onDone: () => void) => void;
}

export function useGrid(network: string): Grid {
  const [steps, setSteps] = useState<readonly Step[]>([start]);
  const [problems, setProblems] = useState<ReadonlyMap<number, string>>(new Map());
  const [question, setQuestion] = useState(noQuestion);
  const now = steps[steps.length - 1] ?? start;
  const unusualOf = (action: Question['action']): Unusual =>
    question.action === action ? question.unusual : noQuestion.unusual;
  const saving = useSaving(network, ({ saved, held, failed, unusual }) => {
    setProblems(failed);
    setQuestion({ action: 'save', unusual });
    setSteps([{ edits: [...saved, ...held].reduce(dropPlan, now.edits), by: null }]);
  });
  const planning = usePlanning({
    onPlanned: (planned) => {
      setQuestion(noQuestion);
      setSteps([{ edits: planned.reduce(dropPlan, now.edits), by: null }]);
    },
    onQuestion: (unusual) => setQuestion({ action: 'plan', unusual }),
  });
  return {
    edits: now.edits,
    canUndo: steps.length > 1,
    problems,
    isSaving: saving.isPending || planning.isPending,
    unusualOf,
    change: (by, next) => {
      setQuestion(noQuestion);
      setSteps((all) => {
        const last = all[all.length - 1] ?? start;
        const others = by !== null && last.by === by ? all.slice(0, -1) : all;
        return [...others, { edits: next(last.edits), by }];
      });
    },
    undo: () => {
      setQuestion(noQuestion);
      setSteps((all) => (all.length > 1 ? all.slice(0, -1) : all));
    },
    discard: () => {
      setProblems(new Map());
      setQuestion(noQuestion);
      setSteps((all) => [...all, { edits: noEdits, by: null }]);
    },
    save: (changes, onDone) =>
      saving.mutate(
        { changes, meant: unusualOf('save') },
        {
          onSuccess: ({ unusual }) => {
            if (unusual.size === 0) onDone();
          },
          onError: onDone,
        },
      ),
    plan: (changes, day, onDone) =>
      planning.mutate({ changes, day, isMeant: unusualOf('plan').size > 0 }, { onSuccess: onDone }),
  };
}

interface Saved {
  saved: number[];
  /** What another admin has to confirm first. */
  held: number[];
  failed: Map<number, string>;
  unusual: Map<number, readonly UnusualPrice[]>;
}

/**
 * One plan after the other: what was saved is saved, what was refused stays in the grid with the reason, or with the question whether it
 * is meant.
 */
function useSaving(network: string, onEnd: (result: Saved) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ changes, meant }: { changes: readonly RowChange[]; meant: Unusual }) => {
      const result: Saved = { saved: [], held: [], failed: new Map(), unusual: new Map() };
      for (const { plan, cells } of changes) {
        const input = { ...(meant.has(plan.id) && { confirm: true }), ...inputOf({ plan, cells }) };
        await send('updatePlan', input).then(
          (reply) => (isHeld(reply) ? result.held : result.saved).push(plan.id),
          (error: unknown) => {
            const unusual = unusualPricesOf(error);
            if (unusual === undefined) result.failed.set(plan.id, reasonOf(error));
            else result.unusual.set(plan.id, unusual);
          },
        );
      }
      return result;
    },
    onSuccess: async (result) => {
      const { saved, held, failed } = result;
      await queryClient.invalidateQueries({ queryKey: keys.plans(network) });
      void queryClient.invalidateQueries({ queryKey: keys.profile });
      onEnd(result);
      const plans =
        saved.length === 1 ? '1 plan has its new prices' : `${saved.length} plans have their new prices`;
      if (saved.length > 0) toast.success(plans);
      if (held.length > 0) {
        toast.success(`${held.length} below cost: another admin has to confirm that first`);
        void queryClient.invalidateQueries({ queryKey: keys.reviewQueue });
      }
      if (failed.size > 0) toast.error(`${failed.size} could not be saved. The reasons stand in the grid`);
    },
    onError: (error) => toast.error(wordsOf(error)),
  });
}

const inputOf = ({ plan, cells }: Pick<RowChange, 'plan' | 'cells'>) => ({
  _id: plan.id,
  version: plan.version,
  ...Object.fromEntries(cells.map(({ field, to }) => [field, to])),
});

interface PlanningEnds {
  onPlanned: (planIds: number[]) => void;
  onQuestion: (unusual: Unusual) => void;
}

/** All of them, or with a reason none: what was refused stays in the grid. */
function usePlanning({ onPlanned, onQuestion }: PlanningEnds) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({
      changes,
      day,
      isMeant,
    }: {
      changes: readonly RowChange[];
      day: string;
      isMeant: boolean;
    }) => send('schedulePrices', { changes: changes.map(inputOf), day, ...(isMeant && { confirm: true }) }),
    onSuccess: ({ msg }, { changes }) => {
      onPlanned(changes.map(({ plan }) => plan.id));
      toast.success(msg);
      return queryClient.invalidateQueries({ queryKey: keys.priceSchedules });
    },
    onError: (error) => {
      const unusual = unusualPricesOf(error);
      if (unusual === undefined) return toast.error(reasonOf(error));
      return onQuestion(byPlan(unusual));
    },
  });
}

const reasonOf = (error: unknown): string =>
  error instanceof Refusal && error.code === 'changed_meanwhile'
    ? 'Somebody else changed this plan meanwhile. Compare, then save again.'
    : wordsOf(error);

function byPlan(prices: readonly UnusualPrice[]): Unusual {
  const plans = new Map<number, UnusualPrice[]>();
  for (const price of prices) {
    // A request for several plans gets it for each.
    const { planId = 0 } = price;
    plans.set(planId, [...(plans.get(planId) ?? []), price]);
  }
  return plans;
}

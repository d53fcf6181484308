/** The edits of the grid with their history, and the saving of them, plan by plan. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { keys } from '../../../platform/queries.ts';
import { Refusal, send, wordsOf } from '../../../platform/send.ts';
import { toast } from '../../../ui/toast.tsx';
import { dropPlan, noEdits, type Edits, type PlanChange } from './grid-edits.ts';

interface Step {
  edits: Edits;
  /** The cell that was typed into: typing on in it is one step. Null for what is a step of its own. */
  by: string | null;
}

const start: Step = { edits: noEdits, by: null };

export interface Grid {
  edits: Edits;
  canUndo: boolean;
  /** Why a plan could not be saved, by its id. */
  problems: ReadonlyMap<number, string>;
  isSaving: boolean;
  change: (by: string | null, next: (edits: Edits) => Edits) => void;
  undo: () => void;
  discard: () => void;
  save: (changes: readonly PlanChange[], onDone: () => void) => void;
  /** Lets them begin as `day` (YYYY-MM-DD) does, all or none. */
  plan: (changes: readonly PlanChange[], day: string, onDone: () => void) => void;
}

export function useGrid(network: string): Grid {
  const [steps, setSteps] = useState<readonly Step[]>([start]);
  const [problems, setProblems] = useState<ReadonlyMap<number, string>>(new Map());
  const now = steps.at(-1) ?? start;
  const saving = useSaving(network, (saved, failed) => {
    setProblems(failed);
    setSteps([{ edits: saved.reduce(dropPlan, now.edits), by: null }]);
  });
  const planning = usePlanning((planned) =>
    setSteps([{ edits: planned.reduce(dropPlan, now.edits), by: null }]),
  );
  return {
    edits: now.edits,
    canUndo: steps.length > 1,
    problems,
    isSaving: saving.isPending || planning.isPending,
    change: (by, next) =>
      setSteps((all) => {
        const last = all.at(-1) ?? start;
        const others = by !== null && last.by === by ? all.slice(0, -1) : all;
        return [...others, { edits: next(last.edits), by }];
      }),
    undo: () => setSteps((all) => (all.length > 1 ? all.slice(0, -1) : all)),
    discard: () => {
      setProblems(new Map());
      setSteps((all) => [...all, { edits: noEdits, by: null }]);
    },
    save: (changes, onDone) => saving.mutate(changes, { onSettled: onDone }),
    plan: (changes, day, onDone) => planning.mutate({ changes, day }, { onSuccess: onDone }),
  };
}

/** One plan after the other: what was saved is saved, what was refused stays in the grid with the reason. */
function useSaving(network: string, onEnd: (saved: number[], failed: Map<number, string>) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (changes: readonly PlanChange[]) => {
      const saved: number[] = [];
      const failed = new Map<number, string>();
      for (const { plan, cells } of changes) {
        const wish = { confirm: true, ...wishOf({ plan, cells }) };
        await send('updatePlan', wish).then(
          () => saved.push(plan.id),
          (error: unknown) => failed.set(plan.id, reasonOf(error)),
        );
      }
      return { saved, failed };
    },
    onSuccess: async ({ saved, failed }) => {
      await queryClient.invalidateQueries({ queryKey: keys.plans(network) });
      void queryClient.invalidateQueries({ queryKey: keys.profile });
      onEnd(saved, failed);
      const plans =
        saved.length === 1 ? '1 plan has its new prices' : `${saved.length} plans have their new prices`;
      if (saved.length > 0) toast.success(plans);
      if (failed.size > 0) toast.error(`${failed.size} could not be saved. The reasons stand in the grid`);
    },
    onError: (error) => toast.error(wordsOf(error)),
  });
}

const wishOf = ({ plan, cells }: Pick<PlanChange, 'plan' | 'cells'>) => ({
  _id: plan.id,
  version: plan.version,
  ...Object.fromEntries(cells.map(({ field, to }) => [field, to])),
});

/** All of them, or with a reason none: what was refused stays in the grid. */
function usePlanning(onPlanned: (planIds: number[]) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ changes, day }: { changes: readonly PlanChange[]; day: string }) =>
      send('schedulePrices', { changes: changes.map(wishOf), day, confirm: true }),
    onSuccess: ({ msg }, { changes }) => {
      onPlanned(changes.map(({ plan }) => plan.id));
      toast.success(msg);
      return queryClient.invalidateQueries({ queryKey: keys.priceSchedules });
    },
    onError: (error) => toast.error(reasonOf(error)),
  });
}

const reasonOf = (error: unknown): string =>
  error instanceof Refusal && error.code === 'changed_meanwhile'
    ? 'Somebody else changed this plan meanwhile. Compare, then save again.'
    : wordsOf(error);

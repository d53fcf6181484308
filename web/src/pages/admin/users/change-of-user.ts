/** Something that an admin does to a user: what it says in the end, and the lists that are out of date by it. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { keys } from '../../../platform/queries.ts';
import { wordsOf } from '../../../platform/send.ts';
import { toast } from '../../../ui/toast.tsx';
import { userKeys } from './queries.ts';

export function useChangeOfUser<Input>(
  change: (input: Input) => Promise<{ msg: string }>,
  { onDone, failure }: { onDone: () => void; failure?: (error: Error) => string | undefined },
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async ({ msg }) => {
      toast.success(msg);
      onDone();
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: userKeys.all }),
        // Some of it waits for a second admin.
        queryClient.invalidateQueries({ queryKey: keys.reviewQueue }),
      ]);
    },
    onError: (error) => {
      const words = failure === undefined ? wordsOf(error) : failure(error);
      if (words !== undefined) toast.error(words);
    },
  });
}

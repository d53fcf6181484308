/** Takes what a list shows away as a file: the call with `format: 'csv'`, saved under a name. */
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { fetchFile, wordsOf, type FileCall } from '../platform/send.ts';
import { Button } from '../ui/button.tsx';
import { pen } from '../ui/icon.tsx';
import { toast } from '../ui/toast.tsx';
import { saveFile } from './save-file.ts';
import { lagosDay } from '@jara/contract/lagos-time.ts';

export function DownloadButton({
  call,
  filters,
}: {
  call: FileCall;
  filters: Readonly<Record<string, unknown>>;
}) {
  const download = useMutation({
    mutationFn: () => fetchFile(call, { ...filters, page: undefined, format: 'csv' }),
    onSuccess: (file) => saveFile(file, `${names[call]}-${lagosDay(Date.now())}.csv`),
    onError: (error) => toast.error(wordsOf(error)),
  });
  return (
    <Button
      kind="secondary"
      compact
      className="max-lg:min-h-12"
      busy={download.isPending}
      busyLabel="Writing the file"
      onClick={() => download.mutate()}
    >
      <Download size={18} {...pen} />
      Download CSV
    </Button>
  );
}

const names = { listUsers: 'users', listTransactions: 'transactions' } as const;

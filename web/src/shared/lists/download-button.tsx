/** Takes what a list shows away as a file, saved under a name. */
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { fetchFile, wordsOf } from '../../platform/send.ts';
import { Button } from '../../ui/button.tsx';
import { pen } from '../../ui/icon.tsx';
import { toast } from '../../ui/toast.tsx';
import { saveFile } from '../save-file.ts';
import { lagosDay } from '@jara/contract/lagos-time.ts';

export function DownloadButton({
  call,
  filters,
}: {
  call: keyof typeof files;
  filters: Readonly<Record<string, unknown>>;
}) {
  const { name, format, label } = files[call];
  const download = useMutation({
    mutationFn: () => fetchFile(call, { ...filters, page: undefined, format }),
    onSuccess: (file) => saveFile(file, `${name}-${lagosDay(Date.now())}.${format}`),
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
      {label}
    </Button>
  );
}

const files = {
  listUsers: { name: 'users', format: 'csv', label: 'Download CSV' },
  listTransactions: { name: 'transactions', format: 'csv', label: 'Download CSV' },
  findSecurityEvents: { name: 'security', format: 'jsonl', label: 'Download JSON lines' },
} as const;

import { messages } from '@jara/contract/messages.ts';
import { toast } from '../ui/toast.tsx';

/** Copies and says so. On pages without a secure origin the clipboard is closed; then it says that instead. */
export function copyText(text: string, said: string = messages.copied): void {
  const copied = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'));
  copied.then(
    () => toast.success(said),
    () => toast.error('Your browser does not allow copying here. Press and hold the text instead'),
  );
}

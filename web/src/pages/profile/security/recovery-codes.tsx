/** The codes for when the phone is gone. They are shown once, so the sheet closes by its button only. */
import { copyText } from '../../../shared/copy.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Sheet } from '../../../ui/sheet.tsx';

export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <Sheet
      title="Recovery codes"
      open
      locked
      onClose={onClose}
      footer={
        <>
          <Button wide onClick={onClose}>
            I have kept them
          </Button>
          <Button wide kind="secondary" onClick={() => copyText(codes.join('\n'))}>
            Copy all
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Notice tone="amber" title="Shown only now">
          Without your phone, each of these lets you in once. Write them down, or keep them where your phone
          is not.
        </Notice>
        <ul className="grid gap-x-6 border-y border-line py-3" aria-label="Recovery codes">
          {codes.map((code) => (
            <li
              key={code}
              className="py-1.5 text-center text-meta font-semibold whitespace-nowrap tabular-nums"
            >
              {code}
            </li>
          ))}
        </ul>
      </div>
    </Sheet>
  );
}

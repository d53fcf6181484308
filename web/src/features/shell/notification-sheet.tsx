/** What the shop has to say: text only, over the screen, until OK. */
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';

export function NotificationSheet({ text, onClose }: { text: string; onClose: () => void }) {
  return (
    <Sheet
      open
      onClose={onClose}
      title="notifications"
      footer={
        <Button wide onClick={onClose}>
          OK
        </Button>
      }
    >
      <p className="max-w-reading [overflow-wrap:anywhere] whitespace-pre-line">{text}</p>
    </Sheet>
  );
}

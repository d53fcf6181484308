/** How far a new password is: length is what counts, and the words say it without the bar. */
import { limits } from '@jara/contract/constants.ts';

const strongLength = 16;

function passwordWords(password: string): string {
  const missing = limits.passwordMinimum - password.length;
  if (password === '')
    return `At least ${limits.passwordMinimum} characters. Length is what makes it strong.`;
  if (missing > 0) return `${missing} more ${missing === 1 ? 'character' : 'characters'}.`;
  return password.length < strongLength ? 'Long enough. Longer is stronger.' : 'Long enough, and strong.';
}

export function PasswordMeter({ password }: { password: string }) {
  const isEnough = password.length >= limits.passwordMinimum;
  const share = Math.min(1, password.length / strongLength);
  return (
    <div className="-mt-2 grid gap-1.5" aria-live="polite">
      <span className="block h-1 overflow-hidden rounded-full bg-line" aria-hidden="true">
        <span
          className={`block h-full origin-left transition-transform duration-[120ms] ${isEnough ? 'bg-success' : 'bg-amber'}`}
          style={{ transform: `scaleX(${share})` }}
        />
      </span>
      <p className="text-meta text-ink-2">{passwordWords(password)}</p>
    </div>
  );
}

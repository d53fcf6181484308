import { useRef, useState, type SyntheticEvent } from 'react';
import { messages } from '@jara/contract/messages.ts';
import { useCheckout } from '../../../features/checkout/checkout.tsx';
import { useDraft } from '../../../shared/forms/draft.ts';
import { focusFirstError } from '../../../ui/focus-first-error.ts';
import { noNetworkWords, useOnline } from '../../../shared/online.ts';
import { ScreenHead } from '../../../shared/screen.tsx';
import { to } from '../../../platform/paths.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.tsx';

const blank = { code: '' };
const letters = 16;

/** As it is printed: capitals, in groups of four. What is no letter and no digit is only a mark between the groups. */
export function formatCode(text: string): string {
  const plain = text.toUpperCase().replace(/[^A-Z0-9]/g, '');
  return plain.slice(0, letters).replace(/(.{4})(?=.)/g, '$1-');
}

export default function Coupon() {
  const checkout = useCheckout();
  const [draft, change] = useDraft('coupon', blank);
  const [fix, setFix] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const isOnline = useOnline();
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const code = formatCode(draft.code);
    const count = code.replace(/-/g, '').length;
    if (count === letters) {
      setFix(undefined);
      return checkout.open({ kind: 'coupon', code, leaves: 0 });
    }
    setFix(
      count === 0
        ? 'Enter the code of your coupon.'
        : `A code has ${letters} letters and digits \u2014 you typed ${count}.`,
    );
    toast.error(count === 0 ? messages.enterCoupon : 'This coupon code is not right');
    return focusFirstError(form.current);
  };
  return (
    <div className="grid grid-cols-1 gap-6">
      <ScreenHead title="Redeem a coupon">
        The money of a coupon that was made for you goes into your wallet, at once and without a fee.
      </ScreenHead>
      {checkout.notice}
      <form ref={form} onSubmit={submit} noValidate className="grid max-w-form grid-cols-1 gap-5">
        <TextField
          label="Coupon code"
          hint="16 letters and digits. Paste it or type it; capitals and dashes come by themselves."
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={40}
          value={draft.code}
          error={fix}
          className="font-mono tracking-widest uppercase"
          onBlur={() => change({ code: formatCode(draft.code) })}
          onChange={({ target: { value, selectionStart } }) => {
            // While somebody corrects the middle, the groups stay as they are: the caret would jump.
            const isAtEnd = selectionStart === value.length;
            change({ code: isAtEnd ? formatCode(value) : value.toUpperCase() });
            setFix(undefined);
          }}
        />
        <Button type="submit" wide disabled={!isOnline}>
          {isOnline ? 'Redeem' : noNetworkWords}
        </Button>
        <ButtonLink wide kind="quiet" to={to.fundWallet}>
          Other ways to add money
        </ButtonLink>
      </form>
      {checkout.sheet}
    </div>
  );
}

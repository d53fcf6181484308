/** After a refused submit: moves the focus to the first field or choice that is wrong, once the errors are drawn. */
export function focusFirstError(form: HTMLElement | null): void {
  requestAnimationFrame(() => {
    form?.querySelector<HTMLElement>('[aria-invalid="true"], fieldset:has([id$="-error"]) input')?.focus();
  });
}

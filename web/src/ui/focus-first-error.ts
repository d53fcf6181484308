/** After a refused submit: moves the focus to the first field that is wrong, once the errors are drawn. */
export function focusFirstError(form: HTMLElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}

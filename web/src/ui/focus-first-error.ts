/** After a form was refused: the first field or choice that is wrong takes the focus, once the errors are drawn. */
export function focusFirstError(form: HTMLElement | null): void {
  requestAnimationFrame(() => {
    form
      ?.querySelector<HTMLElement>(
        '[aria-invalid="true"], [data-wrong="true"], [aria-describedby$="-error"] input',
      )
      ?.focus();
  });
}

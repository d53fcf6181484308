/** As the ref of a control in a sheet: the dialog gives it the focus when it opens. */
export const takesFocus = (control: HTMLElement | null): void => control?.setAttribute('autofocus', '');

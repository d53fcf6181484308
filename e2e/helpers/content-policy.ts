import type { Page } from '@playwright/test';

/** Notes what the page's policy refuses, from before its first script on. */
export const noteViolations = `
  globalThis.violations = [];
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, sample }) =>
    violations.push(effectiveDirective + ': ' + sample));`;

/** Since it was opened. */
export const violationsIn = (page: Page): Promise<string[]> => page.evaluate<string[]>('violations');

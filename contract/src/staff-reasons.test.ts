/** Which changes by staff need a reason on the wire: all but those that are listed, each for what is said there. */
import { describe, expect, it } from 'vitest';
import { api } from './api.ts';
import type { CallShape } from './call.ts';
import { paths, type CallName } from './paths.ts';
import { bodyOfSpecification, withoutReason } from './testing/staff-reasons.ts';
import { staffStepUp } from './staff-step-up.ts';

interface Body {
  properties: Record<string, unknown>;
  required?: string[];
}
const shapeOf = (name: CallName): CallShape => api[name];
const bodyOf = (name: CallName): Body => (shapeOf(name).body as Body | undefined) ?? { properties: {} };
const needsReason = (name: CallName): boolean => bodyOf(name).required?.includes('reason') === true;
const names = Object.keys(paths) as CallName[]; // paths has exactly the names of calls

const changesByStaff = names.filter((name) => {
  const { access, changesByGet } = shapeOf(name);
  const isOfStaff = access === 'admin' || access === 'staff' || access === 'vendor' || name in staffStepUp;
  return isOfStaff && (!paths[name].startsWith('GET') || changesByGet !== undefined);
});
const listed = [...Object.keys(bodyOfSpecification), ...Object.keys(withoutReason)];

describe('a reason', () => {
  it('is needed by every change by staff that is not listed, and by none that is', () => {
    const lacking = changesByStaff.filter((name) => !needsReason(name));
    expect(lacking.toSorted()).toEqual(listed.toSorted());
  });

  it.each(Object.entries(bodyOfSpecification))('%s takes the body of the specification', (name, fields) => {
    const { required = [] } = bodyOf(name as CallName); // its keys are names of calls
    expect(required.filter((field) => !fields.includes(field))).toEqual([]);
  });

  it.each(['transferFund', 'generateCoupon', 'refund', 'resetUserPassword', 'setSpecialPrice'] as const)(
    '%s can be sent with one',
    (name) => {
      expect(Object.keys(bodyOf(name).properties)).toContain('reason');
    },
  );
});

/** The sheets of what an admin does to one user: each is a title and a form, which begins anew whenever its sheet is opened. */
import type { ComponentType } from 'react';
import type { StaffUser } from '@jara/contract/calls/staff.ts';
import { Sheet } from '../../../ui/sheet.tsx';

export interface UserFormProps {
  user: StaffUser;
  /** It is done, or given up. */
  onDone: () => void;
}

export function userSheet(title: string, Form: ComponentType<UserFormProps>) {
  return function UserSheet({
    user,
    open,
    onClose,
  }: {
    user: StaffUser;
    open: boolean;
    onClose: () => void;
  }) {
    return (
      <Sheet title={title} open={open} onClose={onClose}>
        <Form user={user} onDone={onClose} />
      </Sheet>
    );
  };
}

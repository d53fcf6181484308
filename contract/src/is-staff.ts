interface Roles {
  isAdmin: boolean;
  isAgent: boolean;
}

/**
 * Admins and agents see what is others'. Nobody is no staff, and an API token carries no rights of staff: by it they are users like any
 * other.
 */
export const isStaff = (user: Roles | null | undefined): boolean =>
  user !== null && user !== undefined && (user.isAdmin || user.isAgent);

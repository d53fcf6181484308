/** What the shop asks of an identity register. Answers are values; nothing is thrown for what happens on the network. */

export type LookUpAnswer =
  | {
      outcome: 'found';
      firstName: string;
      middleName: string | null;
      lastName: string;
      /** As the register writes it; null when the answer does not have it. */
      dateOfBirth: string | null;
      phone: string | null;
      providerReference: string | null;
    }
  /** The register says that it has no such number. */
  | { outcome: 'not_found' }
  /** Nobody knows yet: no answer, one that cannot be read, or a key that is not accepted. `reason` never holds the number. */
  | { outcome: 'unknown'; reason: string };

export interface IdentityRegister {
  readonly name: string;
  lookUp(kind: 'nin' | 'bvn', number: string): Promise<LookUpAnswer>;
  close(): Promise<void>;
}

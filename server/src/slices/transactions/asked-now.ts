/** Who was asked, if anybody was. */
export type AskedNow =
  /** `isAnswered`: it said what became of it. Else it is still working on it, does not know it, or did not answer. */
  | { provider: string; isAnswered: boolean }
  /** It is being sent at this moment, by this process. */
  | 'on_its_way'
  /** Who has it is not connected. */
  | 'not_connected';

/** When a flood takes the shop away from whoever is signed in: the dashboard's p95 is then this many times its quiet value, or more. */
export const LIMIT = 3;

export interface Flooded {
  title: string;
  /** Of the dashboard's p95 under the flood to the one in quiet, the median of the rounds. */
  ratio: number;
}

/** Also where nothing was measured. */
export const isTaken = ({ ratio }: Flooded): boolean => !(ratio < LIMIT);

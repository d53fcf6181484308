/** The lines and processors that the bench of pages imitates. Round trips are counted once for each request, as browsers imitate them. */
export interface Profile {
  name: string;
  downKbps: number;
  upKbps: number;
  roundTripMs: number;
  /** How many times slower than this machine. */
  cpuSlowdown: number;
}

export const slow4G: Profile = {
  name: 'slow 4G',
  downKbps: 1_600,
  upKbps: 750,
  roundTripMs: 150,
  cpuSlowdown: 4,
};

/** The "3G Slow" of WebPageTest, on a cheaper phone. */
export const slow3G: Profile = {
  name: 'slow 3G',
  downKbps: 400,
  upKbps: 400,
  roundTripMs: 400,
  cpuSlowdown: 6,
};

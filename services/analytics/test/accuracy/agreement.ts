/** How often two sides agree. */
export interface Agreement {
  readonly what: string;
  readonly same: number;
  readonly of: number;
  /** The first few that differ: what was read, what we say, what they say. */
  readonly differences: readonly string[];
}

const SHOWN = 10;

/** @param cases what both sides say of each sample; null leaves a sample out */
export const agreement = <Sample>(
  what: string,
  samples: readonly Sample[],
  cases: (sample: Sample) => { readonly ours: string; readonly theirs: string } | null,
): Agreement => {
  let [same, of] = [0, 0];
  const differences: string[] = [];
  for (const sample of samples) {
    const both = cases(sample);
    if (both === null) continue;
    of += 1;
    if (both.ours === both.theirs) same += 1;
    else if (differences.length < SHOWN)
      differences.push(`${both.ours} | ${both.theirs} | ${JSON.stringify(sample).slice(0, 200)}`);
  }
  return { what, same, of, differences };
};

export const line = ({ what, same, of }: Agreement): string =>
  `${what.padEnd(44)} ${String(same).padStart(7)} of ${String(of).padStart(7)}  ${of === 0 ? '–' : `${((100 * same) / of).toFixed(2)} %`}`;

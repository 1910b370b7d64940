import type { ShownCheck } from '@platform/pages/reports-contract';

import { gainText, Paste } from './finding.tsx';
import { splitMessage } from './split-message.ts';
import { reportTexts } from './texts.ts';

const FIRST = 6;

/** Of all checks, those that are to be fixed first. */
export const firstOf = (checks: readonly ShownCheck[]): ShownCheck[] =>
  checks
    .flatMap((check) => (check.rank === null ? [] : [{ check, rank: check.rank }]))
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, FIRST)
    .map(({ check }) => check);

type Fix = Pick<ShownCheck, 'id' | 'message' | 'gain' | 'fix'>;

/** What to fix first, what that gains, and the code to paste. */
export const FirstFixes = ({ checks }: { checks: readonly Fix[] }) => {
  const t = reportTexts();
  return (
    <section class="panel" aria-labelledby="first">
      <h2 id="first">{t.fixFirst}</h2>
      {checks.length === 0 ? (
        <p>{t.nothingToFix}</p>
      ) : (
        <ol class="first">
          {checks.map((check) => {
            const { fault, remedy } = splitMessage(check.message);
            const won = gainText(check);
            return (
              <li key={check.id}>
                <a href={`#${check.id}`}>{fault}</a> {won !== '' && <span class="gain">{won}</span>}
                <p>{check.fix?.sentence ?? remedy}</p>
                {check.fix?.code && <Paste code={check.fix.code} />}
              </li>
            );
          })}
        </ol>
      )}
    </section>
  );
};

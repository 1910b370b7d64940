import { Skeleton } from '../ui/placeholder.tsx';
import { statisticsTexts } from './texts.ts';
import { useStatistics } from './use-answer.ts';
import type { Part } from './view.ts';

/** Keeps the place of a part that takes long; without scripts, a link leads to it. */
export const Waiting = ({ part, lines }: { part: Part; lines: number }) => {
  const { view, hrefOf } = useStatistics();
  return (
    <>
      <Skeleton lines={lines} />
      {hrefOf && (
        <p class="without-script nothing">
          <a href={hrefOf({ ...view, part })}>{statisticsTexts().showPart}</a>
        </p>
      )}
    </>
  );
};

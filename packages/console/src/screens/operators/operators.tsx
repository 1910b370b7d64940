import { useRef } from 'preact/hooks';

import { formatClock } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { useLoad } from '../../loading/use-load.ts';
import { usePoll } from '../../loading/use-poll.ts';
import { platform } from '../../session/platform.ts';
import { Problem } from '../../ui/problem.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Heading } from '../heading.tsx';
import { Processes } from './processes.tsx';
import { Queues } from './queues.tsx';

const EVERY_MILLISECONDS = 5_000;
const LOOKS = { ok: 'good', degraded: 'warn', down: 'failed' } as const;

/** How the platform is: health of services, queues, versions. Asks again by itself. */
const Operators = () => {
  const t = texts().operators;
  const { data, error, reload } = useLoad('status', () => platform.status.show());
  usePoll(true, reload, EVERY_MILLISECONDS);
  // What was seen last stays on the screen while the gateway doesn't answer.
  const last = useRef(data);
  last.current = data ?? last.current;
  const shown = last.current;
  return (
    <>
      <Heading title={t.title} />
      <Problem error={error} retry={reload} />
      {!shown && error === undefined && <Skeleton />}
      {shown && (
        <>
          <p class="result">
            <span class={`badge ${LOOKS[shown.status]}`} role="status">
              {t.states[shown.status]}
            </span>
            <span class="quiet">{t.asOf(formatClock(shown.checked_at))}</span>
          </p>
          <Processes instances={shown.instances} />
          <Queues queues={shown.queues} />
        </>
      )}
    </>
  );
};

export default Operators;

import { useEffect, useState } from 'preact/hooks';

import { texts } from '../../i18n/language.ts';

const SECOND = 1_000;

/** How long a report has been running. */
export const Running = ({ since }: { since: string }) => {
  const t = texts();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now());
    }, SECOND);
    return () => {
      clearInterval(timer);
    };
  }, []);
  const seconds = Math.max(0, Math.round((now - new Date(since).getTime()) / SECOND));
  return (
    <p class="result">
      <progress aria-label={t.reports.running} /> <span role="status">{t.reports.running}</span>
      <span class="quiet">{t.report.seconds(seconds)}</span>
    </p>
  );
};

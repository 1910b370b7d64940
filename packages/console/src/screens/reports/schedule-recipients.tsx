import type { Item } from '@platform/client';

import { texts } from '../../i18n/language.ts';

/** Who is told by e-mail when a scheduled report gets worse. */
export const ScheduleRecipients = ({ schedule }: { schedule: Item<'schedules.list'> }) => {
  const t = texts().report;
  if (schedule.email === 0) return <span class="quiet">{t.noEmail}</span>;
  return schedule.email_goes_to.length === 0 ? (
    <span class="wrong">{t.emailToNobody}</span>
  ) : (
    <span class="quiet">{t.emailTo(schedule.email_goes_to.join(', '))}</span>
  );
};

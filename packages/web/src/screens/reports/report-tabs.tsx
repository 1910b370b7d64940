import { useLocation } from 'preact-iso';
import { texts } from '../../i18n/language.ts';
import { Tabs } from '../../ui/tabs.tsx';
import type { Item } from '@platform/client';

/** Shows who gets an e-mail when a scheduled report or site gets worse. */
export const ScheduleRecipients = ({
  schedule,
}: {
  schedule: Pick<Item<'schedules.list'>, 'email' | 'email_goes_to'>;
}) => {
  const t = texts().report;
  if (schedule.email === 0) return <span class="quiet">{t.noEmail}</span>;
  return schedule.email_goes_to.length === 0 ? (
    <span class="wrong">{t.emailToNobody}</span>
  ) : (
    <span class="quiet">{t.emailTo(schedule.email_goes_to.join(', '))}</span>
  );
};

/** Turns typed text into an address; people leave `https://` out. */
export const asAddress = (typed: string): string =>
  /^https?:\/\//i.test(typed) ? typed : `https://${typed}`;

/** The ways between reports, schedules and crawls of whole sites. */
export const ReportTabs = () => {
  const t = texts();
  const { path } = useLocation();
  const tabs = [
    ['/console/reports', t.reports.title],
    ['/console/schedules', t.report.schedules],
    ['/console/sites', t.report.sites],
  ].map(([to = '', title = '']) => ({ path: to, title, isCurrent: path === to }));
  return <Tabs label={t.reports.title} tabs={tabs} />;
};

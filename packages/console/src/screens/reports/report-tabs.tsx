import { useLocation } from 'preact-iso';

import { texts } from '../../i18n/language.ts';
import { Tabs } from '../../ui/tabs.tsx';

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

import type { Item, Output } from '@platform/client';
import { useLocation } from 'preact-iso';
import { useEffect, useState } from 'preact/hooks';

import { texts } from '../../i18n/language.ts';
import { language as spoken } from '../../i18n/spoken.ts';
import { Form, Refusal } from '../../loading/form.tsx';
import { useSubmit } from '../../loading/use-submit.ts';
import { changeVersion, versioned } from '../../loading/versioned.ts';
import { platform } from '../../session/platform.ts';
import { may } from '../../session/session.ts';
import { Field, Select } from '../../ui/field.tsx';
import { notify } from '../../ui/notices.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AudienceFields, ShareLinks } from '../links/share-links.tsx';

/** When something repeats; a report that was made without them has no weekday, hour and time zone. */
export interface ScheduleTimes {
  readonly frequency: 'daily' | 'weekly' | 'monthly';
  readonly weekday: number | null;
  readonly hour: number | null;
  readonly timezone: string | null;
}

const HOURS = Array.from(
  { length: 24 },
  (_, hour) => [String(hour), `${String(hour).padStart(2, '0')}:00`] as const,
);
/** Monday the 6th of January 2025, and the days after it. */
const weekdays = (): (readonly [string, string])[] => {
  const format = new Intl.DateTimeFormat(spoken.value, { weekday: 'long', timeZone: 'UTC' });
  return Array.from(
    { length: 7 },
    (_, day) => [String(day + 1), format.format(Date.UTC(2025, 0, 6 + day))] as const,
  );
};

/** A schedule in words: `Every week, Monday, 06:00 (Europe/Berlin)`. */
export const scheduleWords = ({ frequency, weekday, hour, timezone }: ScheduleTimes): string => {
  const often = texts().site.frequencies[frequency];
  if (weekday === null || hour === null || timezone === null) return often;
  const day = frequency === 'daily' ? [] : [weekdays()[weekday - 1]?.[1] ?? ''];
  return [often, ...day, `${HOURS[hour]?.[1] ?? ''} (${timezone})`].join(', ');
};

/** The times in a form's fields. */
export const timesIn = (fields: Readonly<Record<string, string>>) => ({
  frequency: (fields['frequency'] ?? 'weekly') as ScheduleTimes['frequency'],
  weekday: Number(fields['weekday']),
  hour: Number(fields['hour']),
  timezone: fields['timezone'] ?? 'UTC',
});

/** The fields' values at first: what isn't known is suggested. */
const shownTimes = (times: ScheduleTimes | null | undefined) => ({
  frequency: times?.frequency ?? 'weekly',
  weekday: times?.weekday ?? 1,
  hour: times?.hour ?? 6,
  timezone: times?.timezone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone,
});

/** True if the fields still say what they said at first. */
export const isAsShown = (typed: ReturnType<typeof timesIn>, times: ScheduleTimes): boolean => {
  const shown = shownTimes(times);
  return (
    typed.frequency === shown.frequency &&
    typed.weekday === shown.weekday &&
    typed.hour === shown.hour &&
    typed.timezone === shown.timezone
  );
};

const ZONES = Intl.supportedValuesOf('timeZone');

/** Fields for the times of a schedule. */
export const ScheduleTimesFields = ({
  times,
  errorOf,
}: {
  times: ScheduleTimes | null | undefined;
  errorOf: (field: string) => string | undefined;
}) => {
  const t = texts();
  const shown = shownTimes(times);
  return (
    <>
      <Select
        label={t.report.frequency}
        name="frequency"
        chosen={shown.frequency}
        options={Object.entries(t.site.frequencies)}
        error={errorOf('frequency')}
      />
      <Select
        label={t.site.weekday}
        hint={t.site.weekdayHint}
        name="weekday"
        chosen={String(shown.weekday)}
        options={weekdays()}
        error={errorOf('weekday')}
      />
      <Select
        label={t.site.hour}
        name="hour"
        chosen={String(shown.hour)}
        options={HOURS}
        error={errorOf('hour')}
      />
      <Field
        label={t.websites.timezone}
        name="timezone"
        list="schedule-zones"
        defaultValue={shown.timezone}
        error={errorOf('timezone')}
        required
      />
      <datalist id="schedule-zones">
        {ZONES.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  );
};

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

type ReportRecord = Output<'reports.show'>;

interface ReportShareProps {
  report: ReportRecord;
  /** The version of the report that is shown. */
  tag: string | undefined;
  onChanged: () => void;
}

/** The audience of a report's page, and the links that open it. */
export const ReportShare = ({ report, tag: shownTag, onChanged }: ReportShareProps) => {
  const t = texts();
  const { id, privacy } = report;
  const [tag, setTag] = useState(shownTag);
  useEffect(() => {
    setTag(shownTag);
  }, [shownTag]);
  const submission = useSubmit(async ({ privacy: typed, password = '' }, form) => {
    const audience = Number(typed) as ReportRecord['privacy'];
    const changes = {
      ...(audience !== privacy && { privacy: audience }),
      ...(password !== '' && { password }),
    };
    await changeVersion(
      tag,
      (options) => platform.reports.update(id, changes, options),
      async () => {
        setTag((await versioned(platform.reports.show(id))).tag);
      },
    );
    const field = form.querySelector<HTMLInputElement>('[name=password]');
    if (field) field.value = '';
    notify(t.saved);
    onChanged();
  });
  return (
    <>
      {may('reports:write') && (
        <Form draft="report-audience" isChange basis={shownTag} submission={submission}>
          <AudienceFields privacy={privacy} hasPassword={report.has_password} errorOf={submission.errorOf} />
          <button class="primary" disabled={submission.isBusy}>
            {t.save}
          </button>
          <Refusal submission={submission} />
        </Form>
      )}
      <ShareLinks
        of={`report ${id}`}
        list={() => platform.reports.links.list(id).all()}
        create={(link) => platform.reports.links.create(id, link)}
        end={(link) => platform.reports.links.delete(id, link)}
        mayChange={may('reports:write')}
      />
    </>
  );
};

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

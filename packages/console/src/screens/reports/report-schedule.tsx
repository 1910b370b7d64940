import { formatTime } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { useLoad } from '../../loading/use-load.ts';
import { useRemoval } from '../../loading/use-removal.ts';
import { useSubmit } from '../../loading/use-submit.ts';
import { may } from '../../session/session.ts';
import { platform } from '../../session/platform.ts';
import { Select } from '../../ui/field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { RemoveButton } from '../../ui/remove-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** Repeats a report by itself, every day or week. */
export const ReportSchedule = ({ id, url }: { id: number; url: string }) => {
  const t = texts().report;
  const { data, error, reload } = useLoad(`schedule ${id}`, async () => {
    const all = await platform.schedules.list({ per_page: 100 }).all();
    return { schedule: all.find((one) => one.report_id === id) };
  });
  const removal = useRemoval((schedule: number) => platform.schedules.delete(schedule));
  const submission = useSubmit(async ({ frequency }) => {
    await platform.schedules.create({
      report_id: id,
      frequency: frequency === 'daily' ? 'daily' : 'weekly',
    });
    reload();
  });
  if (error !== undefined) return <Problem error={error} retry={reload} />;
  if (!data) return <Skeleton />;
  const { schedule } = data;
  if (schedule && removal.isShown(schedule))
    return (
      <p class="result">
        <strong>{t.frequencies[schedule.frequency]}</strong> {t.nextAt(formatTime(schedule.next_at))}
        {may('reports:write') && (
          <RemoveButton
            name={t.frequencies[schedule.frequency]}
            onRemove={() => {
              removal.remove(schedule.id, url);
            }}
          />
        )}
      </p>
    );
  return (
    <>
      <p class="empty">{t.noSchedule}</p>
      {may('reports:write') && (
        <form class="inline" onSubmit={submission.onSubmit}>
          <Select
            label={t.frequency}
            name="frequency"
            chosen="weekly"
            options={Object.entries(t.frequencies)}
          />
          <button class="primary" disabled={submission.isBusy}>
            {t.schedule}
          </button>
          <Problem error={submission.error} />
        </form>
      )}
    </>
  );
};

import { formatNumber, formatShare } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { useLoad } from '../../loading/use-load.ts';
import { useSubmit } from '../../loading/use-submit.ts';
import { may } from '../../session/session.ts';
import { platform } from '../../session/platform.ts';
import { Field, Select } from '../../ui/field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Table } from '../../ui/table.tsx';

const AddGoal = ({ id, onAdded }: { id: number; onAdded: () => void }) => {
  const t = texts().websites;
  const submission = useSubmit(async ({ name = '', type, pattern = '' }, form) => {
    await platform.websites.goals.create(id, { name, type: type === 'event' ? 'event' : 'page', pattern });
    form.reset();
    onAdded();
  });
  return (
    <form class="inline" onSubmit={submission.onSubmit}>
      <Field label={t.goalName} name="name" error={submission.errorOf('name')} required />
      <Select label={t.goalType} name="type" options={Object.entries(t.goalTypes)} />
      <Field label={t.goalPattern} name="pattern" error={submission.errorOf('pattern')} required />
      <button disabled={submission.isBusy}>{texts().create}</button>
      <Problem error={submission.error} />
    </form>
  );
};

/** A website's goals with their conversions. */
export const WebsiteGoals = ({ id }: { id: number }) => {
  const t = texts().websites;
  const { data, error, reload } = useLoad(`goals ${id}`, () => platform.websites.goals.list(id));
  return (
    <section>
      <h2>{t.goals}</h2>
      <Problem error={error} retry={reload} />
      {!data && error === undefined && <Skeleton lines={2} />}
      {data?.length === 0 && <p class="empty">{t.noGoals}</p>}
      {data && data.length > 0 && (
        <Table label={t.goals} heads={[t.goalName, t.goalPattern, t.conversions, t.rate]}>
          {data.map((goal) => (
            <tr key={goal.id}>
              <td>{goal.name}</td>
              <td>{goal.pattern}</td>
              <td>{formatNumber(goal.conversions)}</td>
              <td>{goal.rate === null ? '' : formatShare(goal.rate)}</td>
            </tr>
          ))}
        </Table>
      )}
      {may('websites:write') && <AddGoal id={id} onAdded={reload} />}
    </section>
  );
};

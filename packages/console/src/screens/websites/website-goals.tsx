import { formatNumber, formatShare } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { Listing } from '../../loading/listing.tsx';
import { useLoad } from '../../loading/use-load.ts';
import { useRemoval } from '../../loading/use-removal.ts';
import { useSubmit } from '../../loading/use-submit.ts';
import { may } from '../../session/session.ts';
import { platform } from '../../session/platform.ts';
import { Field, Select } from '../../ui/field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { RemoveButton } from '../../ui/remove-button.tsx';
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
  const loaded = useLoad(`goals ${id}`, () => platform.websites.goals.list(id));
  const removal = useRemoval((goal: number) => platform.websites.goals.delete(id, goal));
  return (
    <>
      {may('websites:write') && <AddGoal id={id} onAdded={loaded.reload} />}
      <Listing loaded={loaded} isShown={removal.isShown} empty={t.noGoals}>
        {(goals) => (
          <Table label={t.goals} heads={[t.goalName, t.goalCounted, t.conversions, t.rate, '']}>
            {goals.map((goal) => (
              <tr key={goal.id}>
                <td>{goal.name}</td>
                <td>{goal.pattern}</td>
                <td>{formatNumber(goal.conversions)}</td>
                <td>{goal.rate === null ? '' : formatShare(goal.rate)}</td>
                <td class="actions">
                  {may('websites:write') && (
                    <RemoveButton
                      name={goal.name}
                      onRemove={() => {
                        removal.remove(goal.id, goal.name);
                      }}
                    />
                  )}
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Listing>
    </>
  );
};

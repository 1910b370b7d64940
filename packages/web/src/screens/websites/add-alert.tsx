import type { Input } from '@platform/client';
import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';

import { texts } from '../../i18n/language.ts';
import { Form, Refusal } from '../../loading/form.tsx';
import { useLoad } from '../../loading/load.tsx';
import { useSubmit } from '../../loading/use-submit.ts';
import type { FormTexts } from '../../loading/use-submit.ts';
import { platform } from '../../session/platform.ts';
import { Field, Select, TextArea } from '../../ui/field.tsx';

type Alert = Input<'websites.alerts.create'>;

const alertOf = ({ name = '', recipients = '', ...fields }: FormTexts, type: Alert['type']): Alert => {
  const number = (field: string): number => Number(fields[field]);
  const told = { name, type, ...(recipients !== '' && { recipients }) };
  if (type === 'silence') return { ...told, hours: number('hours') };
  if (type === 'spike' || type === 'drop') return { ...told, type, threshold: number('threshold') };
  const period = fields['period'] === 'month' ? 'month' : 'day';
  return { ...told, goal: number('goal'), threshold: number('threshold'), period };
};

const USUAL_THRESHOLDS = { spike: '500', goal: '1', drop: '50' };

/** The form for an alert: it asks only for what its kind needs. */
export const AddAlert = ({ id, onAdded }: { id: number; onAdded: () => void }) => {
  const t = texts();
  const { query } = useLocation();
  const asked = Object.keys(t.website.alertTypes).find((one) => one === query['type']) ?? 'spike';
  const [type, setType] = useState(asked as Alert['type']);
  const goals = useLoad(`goals ${id}`, () => platform.websites.goals.list(id));
  const submission = useSubmit(async (fields, form) => {
    await platform.websites.alerts.create(id, alertOf(fields, type));
    form.reset();
    setType('spike');
    onAdded();
  });
  const { errorOf } = submission;
  return (
    <Form class="inline" draft="alert" isFirst submission={submission}>
      <Field label={t.websites.goalName} name="name" error={errorOf('name')} required />
      <Select
        label={t.website.alertType}
        name="type"
        options={Object.entries(t.website.alertTypes)}
        value={type}
        onChange={(event) => {
          setType(event.currentTarget.value as Alert['type']);
        }}
        error={errorOf('type')}
      />
      {type === 'goal' && (
        <Select
          label={t.website.goal}
          name="goal"
          options={goals.data?.map((goal) => [String(goal.id), goal.name] as const) ?? []}
          error={errorOf('goal')}
          required
        />
      )}
      {type === 'goal' && goals.data?.length === 0 && (
        <p class="wrong" role="status">
          {t.website.noGoalYet} <a href={`/console/websites/${id}?tab=goals`}>{t.website.tabs.goals}</a>
        </p>
      )}
      {type === 'silence' ? (
        <Field
          label={t.website.hours}
          name="hours"
          type="number"
          min={1}
          max={168}
          defaultValue="6"
          error={errorOf('hours')}
        />
      ) : (
        <Field
          key={type}
          label={t.website.thresholds[type]}
          name="threshold"
          type="number"
          min={1}
          max={type === 'drop' ? 100 : undefined}
          defaultValue={USUAL_THRESHOLDS[type]}
          hint={type === 'drop' ? t.website.dropHint : undefined}
          error={errorOf('threshold')}
        />
      )}
      {type === 'goal' && (
        <Select label={t.website.period} name="period" options={Object.entries(t.website.periods)} />
      )}
      <TextArea
        label={t.website.recipients}
        hint={t.website.recipientsHint}
        name="recipients"
        rows={2}
        error={errorOf('recipients')}
      />
      <button class="primary" disabled={submission.isBusy}>
        {t.website.addAlert}
      </button>
      <Refusal submission={submission} />
    </Form>
  );
};

import type { Input, Output } from '@platform/client';
import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';

import { texts } from '../../i18n/language.ts';
import { Form, Refusal } from '../../loading/form.tsx';
import { useLoad } from '../../loading/load.tsx';
import { useSubmit } from '../../loading/use-submit.ts';
import type { FormTexts, Submission } from '../../loading/use-submit.ts';
import { platform } from '../../session/platform.ts';
import { Field, Select, TextArea } from '../../ui/field.tsx';

type Alert = Input<'websites.alerts.create'>;
type Type = Alert['type'];
type Known = Output<'websites.alerts.list'>[number];

const TYPES = ['spike', 'drop', 'silence', 'goal'] as const satisfies readonly Type[];

const typeOf = (text: string | undefined): Type => TYPES.find((one) => one === text) ?? 'spike';

/** An alert as a form has it; what its kind doesn't have is empty. */
export const alertIn = ({ name = '', recipients = '', ...fields }: FormTexts): Alert => {
  const type = typeOf(fields['type']);
  const number = (field: string): number => Number(fields[field]);
  return {
    name,
    type,
    recipients: recipients === '' ? null : recipients,
    hours: type === 'silence' ? number('hours') : null,
    threshold: type === 'silence' ? null : number('threshold'),
    goal: type === 'goal' ? number('goal') : null,
    period: type === 'goal' ? (fields['period'] === 'month' ? 'month' : 'day') : null,
  };
};

const USUAL_THRESHOLDS = { spike: '500', goal: '1', drop: '50' };

interface AlertFieldsProps {
  id: number;
  alert?: Known;
  /** The kind of a new one. */
  first?: Type;
  errorOf: Submission['errorOf'];
}

/** The fields of an alert: only those that its kind has. */
export const AlertFields = ({ id, alert, first = 'spike', errorOf }: AlertFieldsProps) => {
  const t = texts();
  const [type, setType] = useState<Type>(alert?.type ?? first);
  const goals = useLoad(`goals ${id}`, () => platform.websites.goals.list(id));
  return (
    <>
      <Field
        label={t.websites.goalName}
        name="name"
        defaultValue={alert?.name ?? ''}
        error={errorOf('name')}
        required
      />
      <Select
        label={t.website.alertType}
        name="type"
        options={TYPES.map((one) => [one, t.website.alertTypes[one]] as const)}
        chosen={alert?.type ?? first}
        onChange={(event) => {
          setType(typeOf(event.currentTarget.value));
        }}
        error={errorOf('type')}
      />
      {type === 'goal' && (
        <Select
          label={t.website.goal}
          name="goal"
          chosen={String(alert?.goal ?? goals.data?.[0]?.id ?? '')}
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
          defaultValue={String(alert?.hours ?? 6)}
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
          defaultValue={type === alert?.type ? String(alert.threshold ?? '') : USUAL_THRESHOLDS[type]}
          hint={type === 'drop' ? t.website.dropHint : undefined}
          error={errorOf('threshold')}
        />
      )}
      {type === 'goal' && (
        <Select
          label={t.website.period}
          name="period"
          chosen={alert?.period ?? 'day'}
          options={Object.entries(t.website.periods)}
        />
      )}
      <TextArea
        label={t.website.recipients}
        hint={t.website.recipientsHint}
        name="recipients"
        rows={2}
        defaultValue={alert?.recipients ?? ''}
        error={errorOf('recipients')}
      />
    </>
  );
};

/** The form for an alert. */
export const AddAlert = ({ id, onAdded }: { id: number; onAdded: () => void }) => {
  const t = texts();
  const { query } = useLocation();
  // The fields that a kind has begin anew with the form.
  const [turn, setTurn] = useState(0);
  const submission = useSubmit(async (fields, form) => {
    await platform.websites.alerts.create(id, alertIn(fields));
    form.reset();
    setTurn(turn + 1);
    onAdded();
  });
  return (
    <Form class="inline" draft="alert" isFirst submission={submission}>
      <AlertFields
        key={turn}
        id={id}
        first={turn === 0 ? typeOf(query['type']) : 'spike'}
        errorOf={submission.errorOf}
      />
      <button class="primary" disabled={submission.isBusy}>
        {t.website.addAlert}
      </button>
      <Refusal submission={submission} />
    </Form>
  );
};

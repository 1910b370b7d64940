import { useState } from 'preact/hooks';

import { texts } from '../../i18n/language.ts';
import { useSubmit } from '../../loading/use-submit.ts';
import { platform } from '../../session/platform.ts';
import { Field, Select } from '../../ui/field.tsx';
import { Problem } from '../../ui/problem.tsx';

const FEWEST = 2;
const MOST = 8;

/** The form for a funnel: its name and its steps, in their order. */
export const AddFunnel = ({ id, onAdded }: { id: number; onAdded: () => void }) => {
  const t = texts();
  const [count, setCount] = useState(FEWEST);
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const submission = useSubmit(async (fields, form) => {
    const steps = numbers.map((number) => ({
      type: fields[`type-${number}`] === 'event' ? ('event' as const) : ('page' as const),
      pattern: fields[`pattern-${number}`] ?? '',
    }));
    await platform.websites.funnels.create(id, { name: fields['name'] ?? '', steps });
    form.reset();
    setCount(FEWEST);
    onAdded();
  });
  return (
    <form onSubmit={submission.onSubmit}>
      <Field label={t.website.funnelName} name="name" error={submission.errorOf('name')} required />
      {numbers.map((number) => (
        <fieldset key={number}>
          <legend class="unseen">{t.website.stepNumber(number)}</legend>
          <div class="inline">
            <Select
              label={t.website.stepNumber(number)}
              name={`type-${number}`}
              options={Object.entries(t.websites.goalTypes)}
            />
            <Field
              label={t.websites.goalPattern}
              name={`pattern-${number}`}
              placeholder={number === 1 ? '/' : '/checkout'}
              error={submission.errorOf(`steps.${number - 1}.pattern`)}
              required
            />
          </div>
        </fieldset>
      ))}
      <div class="inline">
        <button
          type="button"
          disabled={count >= MOST}
          onClick={() => {
            setCount(count + 1);
          }}
        >
          {t.website.addStep}
        </button>
        <button class="primary" disabled={submission.isBusy}>
          {t.website.addFunnel}
        </button>
      </div>
      <Problem error={submission.error} />
    </form>
  );
};

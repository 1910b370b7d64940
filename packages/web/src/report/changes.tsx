import type { ShownChanges } from '@platform/pages/reports-contract';

import { timeText } from './quantities.ts';
import { reportTexts } from './texts.ts';

const ChangeList = ({ title, changes }: { title: string; changes: ShownChanges['new'] }) =>
  changes.length === 0 ? null : (
    <div>
      <h3>{title}</h3>
      <ul>
        {changes.map(({ id, title: check, message, after }) => (
          <li key={id}>{after === 'fail' || after === 'warn' ? <a href={`#${id}`}>{message}</a> : check}</li>
        ))}
      </ul>
    </div>
  );

/** What differs from the result before: the score, fixed and new findings. */
export const Changes = ({ changes }: { changes: ShownChanges }) => {
  const t = reportTexts();
  const { before, after, same_rules: isSame, fixed, new: appeared } = changes;
  const by = after.score - before.score;
  return (
    <section class="panel" aria-labelledby="changes">
      <h2 id="changes">{t.changes}</h2>
      <p>
        <span class={`change ${by > 0 ? 'up' : by < 0 ? 'down' : ''}`} aria-hidden="true">
          {by > 0 ? `+${by}` : by < 0 ? `−${-by}` : '±0'}
        </span>{' '}
        {t.from(t.change(by), before.score, timeText(before.at), after.score)} {!isSame && t.otherRules}
      </p>
      <div class="two">
        <ChangeList title={t.fixed} changes={fixed} />
        <ChangeList title={t.appeared} changes={appeared} />
      </div>
    </section>
  );
};

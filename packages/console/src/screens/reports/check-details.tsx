import type { Output } from '@platform/client';

import { texts } from '../../i18n/language.ts';

export type Check = Output<'reports.show'>['checks'][number];

/** The most important first. */
export const IMPORTANCES = ['critical', 'high', 'medium', 'low', 'informative'] as const;

/** Splits a message as the report page does: what is wrong, and what to do about it. */
const splitMessage = (message: string): { fault: string; remedy: string } => {
  const end = /[.!?](?= [A-Z])/.exec(message)?.index ?? message.length;
  return { fault: message.slice(0, end).replace(/\.$/, ''), remedy: message.slice(end + 1).trim() };
};

const LABELS = { fail: 'fix', warn: 'improve' } as const;

/** A finding by the name that it has on the report page, or a check that has found nothing. */
export const CheckDetails = ({ check }: { check: Check }) => {
  const t = texts();
  const { status, title, message, importance, items, total } = check;
  const isFinding = status === 'fail' || status === 'warn';
  const { fault, remedy } = splitMessage(message);
  return (
    <details>
      <summary>
        <span class={`badge ${status}`}>
          {isFinding ? t.report.labels[LABELS[status]] : t.report.statuses[status]}
        </span>{' '}
        {isFinding ? fault : title}{' '}
        <span class="quiet">{isFinding ? t.reports.importances[importance] : ''}</span>
      </summary>
      {isFinding && <p class="quiet">{title}</p>}
      <p>{isFinding ? remedy : message}</p>
      {items.map(({ snippet, note }, index) => (
        <p key={index} class="item">
          <code>{snippet}</code> {note}
        </p>
      ))}
      {total > items.length && <p class="quiet">{t.report.andMore(total - items.length)}</p>}
    </details>
  );
};

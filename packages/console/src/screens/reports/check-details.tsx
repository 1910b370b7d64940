import type { Output } from '@platform/client';

export type Check = Output<'reports.show'>['checks'][number];

/** The most important first. */
export const IMPORTANCES = ['critical', 'high', 'medium', 'low', 'informative'] as const;

/** One check: what was found, what to do, and where. */
export const CheckDetails = ({ check, badge }: { check: Check; badge: string }) => (
  <details>
    <summary>
      <span class={`badge ${check.status}`}>{badge}</span> {check.title}
    </summary>
    <p>{check.message}</p>
    {check.items.map(({ snippet, note }, index) => (
      <p key={index} class="item">
        <code>{snippet}</code> {note}
      </p>
    ))}
  </details>
);

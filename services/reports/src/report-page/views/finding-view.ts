import { html } from '@platform/page-access';
import type { Html } from '@platform/page-access';

import type { CheckItem, CheckMeta, CheckResult } from '../../checks/check.ts';

const LABELS = { fail: ['bad', 'Fix'], warn: ['decent', 'Improve'] } as const;

/** Splits a message into its first sentence (the fault) and the rest (the remedy). */
export const splitMessage = (message: string): { fault: string; remedy: string } => {
  const end = /[.!?](?= [A-Z])/.exec(message)?.index ?? message.length;
  return { fault: message.slice(0, end).replace(/\.$/, ''), remedy: message.slice(end + 1).trim() };
};

/** A check with a finding: what is wrong, where, and what to do. */
export const findingView = (check: CheckResult, meta: CheckMeta | undefined): Html => {
  const [color, label] = LABELS[check.status === 'fail' ? 'fail' : 'warn'];
  const { fault, remedy } = splitMessage(check.message);
  const rest = check.total - check.items.length;
  return html`<article class="finding" id="${check.id}">
    <h3><span class="label ${color}">${label}</span>${fault}</h3>
    ${remedy !== '' && html`<p>${remedy}</p>`}
    ${
      check.items.length > 0 &&
      html`<ul>
        ${check.items.map(itemView)}
      </ul>`
    }
    ${rest > 0 && html`<p class="soft">and ${rest} more</p>`}
    ${
      meta !== undefined &&
      html`<details>
        <summary>Why it matters and what to do<span class="soft"> – ${meta.failureTitle}</span></summary>
        <p>${meta.docs.why}</p>
        <p>${meta.docs.fix}</p>
        <p class="soft">${meta.docs.thresholds}</p>
      </details>`
    }
  </article>`;
};

const itemView = ({ snippet, note }: CheckItem): Html => {
  const shown = snippet === '' ? html`<span class="soft">(empty)</span>` : html`<code>${snippet}</code>`;
  return html`<li>${shown}${note !== null && html` <span class="note">${note}</span>`}</li>`;
};

/** Checks without a finding, as a collapsed list. */
export const collapsedChecksView = (summary: string, checks: readonly CheckResult[]): Html | null => {
  if (checks.length === 0) return null;
  return html`<details>
    <summary>${summary} (${checks.length})</summary>
    <ul>
      ${checks.map(
        ({ title, message, items }) =>
          html`<li>
            <strong>${title}.</strong> ${message !== `${title}.` && message}
            ${
              items.length > 0 &&
              html`<span class="soft"
                >${items
                  .map(({ snippet }) => snippet)
                  .slice(0, 5)
                  .join(' · ')}</span
              >`
            }
          </li>`,
      )}
    </ul>
  </details>`;
};

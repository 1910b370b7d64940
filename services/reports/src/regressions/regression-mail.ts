import { MAIL_FONT, mailLayout } from '@platform/mailer';
import { html } from '@platform/page-access';
import type { Html } from '@platform/page-access';

import type { AuditReport } from '../audit/audit.ts';
import { count } from '../page/quantities.ts';
import { compareRuns } from '../runs/compare-runs.ts';
import type { ComparedCheck } from '../runs/compare-runs.ts';

export interface RegressionMailOptions {
  readonly url: string;
  readonly before: AuditReport;
  readonly after: AuditReport;
  readonly reportUrl: string;
  readonly unsubscribeUrl: string;
}

const MOST_CHECKS = 10;

/** Checks that got worse, failures before warnings. */
const worseChecks = ({ before, after }: RegressionMailOptions): readonly ComparedCheck[] => {
  const compared = compareRuns(before.checks, after.checks);
  const failsNow = compared.unchanged.filter((check) => check.before === 'warn' && check.after === 'fail');
  const all = [...compared.new, ...failsNow];
  return [...all.filter((check) => check.after === 'fail'), ...all.filter((check) => check.after !== 'fail')];
};

const line = ({ title, message, after }: ComparedCheck): Html =>
  html`<tr>
    <td
      class="text line"
      style="padding:8px 8px 8px 0;border-top:1px solid #e2e3ea;font-size:14px;color:#1c1e26;${MAIL_FONT}"
    >
      <strong>${title}</strong> (${after === 'fail' ? 'fails' : 'warns'})<br />
      <span class="soft" style="color:#5a5f70">${message}</span>
    </td>
  </tr>`;

/** Writes the e-mail about a page that got worse, in HTML and plain text. */
export const renderRegressionMail = (options: RegressionMailOptions) => {
  const { url, before, after, reportUrl, unsubscribeUrl } = options;
  const { host, pathname } = new URL(url);
  const page = pathname === '/' ? host : `${host}${pathname}`;
  const scores = `${before.score} (${before.result}) before, ${after.score} (${after.result}) now`;
  const all = worseChecks(options);
  const shown = all.slice(0, MOST_CHECKS);
  const rest = all.length - shown.length;
  const intro =
    all.length === 0
      ? 'No check turned from good to bad: the same findings weigh more.'
      : `${count(all.length, 'check')} got worse${rest > 0 ? `; the first ${MOST_CHECKS} are` : ''}:`;
  const subject = `${page}: ${before.score} → ${after.score} of 100`.slice(0, 200);
  const reason = `You get this message because your address was entered for the scheduled report on ${url}.`;
  const body = html`<p class="text" style="margin:0 0 12px;font-size:15px;color:#1c1e26;${MAIL_FONT}">
      ${intro}
    </p>
    <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
      ${shown.map(line)}
    </table>`;
  const layout = {
    title: subject,
    heading: `${page} got worse`,
    kicker: scores,
    body,
    action: { text: 'Open the report', url: reportUrl },
    reason,
    unsubscribeUrl,
  };
  const text = [
    `${page} got worse: ${scores}`,
    intro,
    ...shown.map(({ title, message, after: now }) => `- ${title} (${now}): ${message}`),
    `The report: ${reportUrl}`,
    `${reason} Unsubscribe: ${unsubscribeUrl}`,
  ].join('\n\n');
  return { subject, text, html: mailLayout(layout).toString() };
};

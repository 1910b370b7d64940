import { MAIL_FONT, mailLayout } from '@platform/mailer';
import { html } from '@platform/page-access';

import { formatCount } from '../metrics/number-format.ts';
import type { AlertMessage } from './alert-watch-store.ts';

export interface AlertMailOptions {
  readonly message: Pick<AlertMessage, 'alert' | 'occasion' | 'domain'>;
  readonly statsUrl: string;
  readonly unsubscribeUrl: string;
}

const plural = (count: number, one: string): string =>
  `${formatCount(count)} ${one}${count === 1 ? '' : 's'}`;

/** What happened, in one sentence. */
const sentenceOf = ({ alert: { rule }, occasion: { count } }: AlertMailOptions['message']): string => {
  if (rule.type === 'spike') return `${plural(count, 'visit')} within an hour`;
  if (rule.type === 'silence') return `no visit for ${plural(count, 'hour')}`;
  return `${plural(count, 'conversion')} ${rule.period === 'day' ? 'today' : 'this month'}`;
};

/** Why the message was sent. */
const reasonOf = ({ alert: { name, rule }, domain }: AlertMailOptions['message']): string => {
  const alert = `The alert “${name}” for ${domain}`;
  if (rule.type === 'spike')
    return `${alert} goes off when ${plural(rule.threshold, 'visit')} or more begin within an hour, at most once a day.`;
  if (rule.type === 'silence')
    return `${alert} goes off when nobody comes for ${plural(rule.hours, 'hour')} in which there were visits in at least three of the last four weeks. The tracking code may be missing. After the next visit, the alert can go off again.`;
  return `${alert} goes off when a goal reaches ${plural(rule.threshold, 'conversion')} in a ${rule.period}, once per ${rule.period}.`;
};

/** Writes an alert as an e-mail, in HTML and in plain text. */
export const renderAlertMail = ({ message, statsUrl, unsubscribeUrl }: AlertMailOptions) => {
  const { domain, alert } = message;
  const subject = `${domain}: ${sentenceOf(message)}`;
  const reason = reasonOf(message);
  const body = mailLayout({
    title: subject,
    heading: `${alert.name}: ${sentenceOf(message)}`,
    kicker: domain,
    body: html`<p class="text" style="margin:0;font-size:15px;color:#1c1e26;${MAIL_FONT}">${reason}</p>`,
    action: { text: 'Open the statistics', url: statsUrl },
    reason: `You get this message because your address was entered for ${domain}.`,
    unsubscribeUrl,
  });
  const text = [
    `${alert.name}: ${sentenceOf(message)}`,
    reason,
    `The statistics: ${statsUrl}`,
    `You get this message because your address was entered for ${domain}. Unsubscribe: ${unsubscribeUrl}`,
  ].join('\n\n');
  return { subject, text, html: body.toString() };
};

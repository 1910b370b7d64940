import { html, raw } from '@platform/page-access';

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
  const told = `The alert “${name}” of ${domain} `;
  if (rule.type === 'spike')
    return `${told}tells when ${plural(rule.threshold, 'visit')} or more begin within an hour. It tells so once a day.`;
  if (rule.type === 'silence')
    return `${told}tells when nobody comes for ${plural(rule.hours, 'hour')} in which there were visits in at least three of the last four weeks. The tracking code may be gone. It tells again after the next visit.`;
  return `${told}tells when a goal has ${plural(rule.threshold, 'conversion')} in a ${rule.period}. It tells so once in it.`;
};

/** Writes an alert as an e-mail, in HTML and in plain text. */
export const renderAlertMail = ({ message, statsUrl, unsubscribeUrl }: AlertMailOptions) => {
  const { domain, alert } = message;
  const subject = `${domain}: ${sentenceOf(message)}`;
  const reason = reasonOf(message);
  const body = html`${raw('<!doctype html>')}
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${subject}</title>
      </head>
      <body style="margin:0;padding:24px;font-family:-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif">
        <main style="max-width:600px;margin:auto">
          <h1 style="font-size:20px">${alert.name}: ${sentenceOf(message)}</h1>
          <p style="font-size:15px">${reason}</p>
          <p style="font-size:15px"><a href="${statsUrl}">Open the statistics</a></p>
          <p style="font-size:12px">
            You get this message because your address was entered for ${domain}.
            <a href="${unsubscribeUrl}">Unsubscribe</a>
          </p>
        </main>
      </body>
    </html>`;
  const text = [
    `${alert.name}: ${sentenceOf(message)}`,
    reason,
    `The statistics: ${statsUrl}`,
    `You get this message because your address was entered for ${domain}. Unsubscribe: ${unsubscribeUrl}`,
  ].join('\n\n');
  return { subject, text, html: body.toString() };
};

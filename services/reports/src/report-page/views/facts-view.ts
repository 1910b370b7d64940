import { html } from '@platform/page-access';
import type { Html } from '@platform/page-access';

import { bytes, count } from '../../page/quantities.ts';
import type { PageFacts } from '../../runs/run.ts';

/** Facts about the page at the time of the report. */
export const factsView = (facts: PageFacts): Html => {
  const rows: [name: string, value: string][] = [
    ['Final address', facts.finalUrl],
    ['Response', `HTTP ${facts.response.status} over ${protocolOf(facts)}`],
    [
      'HTML',
      `${bytes(facts.body.decodedBytes)}, ${facts.body.encoding === null ? 'not compressed' : `compressed (${facts.body.encoding})`}`,
    ],
    ['Page and files', `${bytes(facts.totalTransferBytes)} in ${count(facts.resources + 1, 'request')}`],
    ['First byte', firstByte(facts.timings.timeToFirstByte)],
    ['Redirects', String(facts.redirects.length)],
  ];
  if (facts.tls !== null) rows.push(['Certificate until', dateOf(facts.tls.validTo)]);
  return html`<dl class="facts">
    ${rows.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
};

const protocolOf = ({ finalUrl, tls, response }: PageFacts): string => {
  // A handshake of its own tells more, and may have failed.
  if (tls === null) return finalUrl.startsWith('https:') ? 'HTTPS' : 'plain HTTP';
  return `${tls.protocol.replace('TLSv', 'TLS ')}, ${tls.alpn === 'h2' || response.httpVersion === '2' ? 'HTTP/2' : 'HTTP/1.1'}`;
};

const firstByte = (samples: readonly number[]): string => {
  const sorted = samples.toSorted((a, b) => a - b);
  const median = sorted[Math.floor((sorted.length - 1) / 2)];
  return median === undefined ? 'not measured' : `${Math.round(median)} ms`;
};

const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const times = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** Formats a date; text that isn’t a date stays as it is. */
const dateOf = (text: string): string => {
  const time = Date.parse(text);
  return Number.isNaN(time) ? text : dates.format(time);
};

/** Date and time in UTC. */
export const timeOf = (date: Date): string => {
  return `${times.format(date)} UTC`;
};

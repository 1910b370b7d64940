import { notApplicable, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { REQUEST } from './estimates.ts';
import { shownResources } from '../../page/files/resources.ts';
import type { Page } from '../../page/html/page.ts';
import type { PageArtifacts } from '../../page/page-artifacts.ts';

export const http2: Check = {
  meta: {
    id: 'http2',
    category: 'performance',
    title: 'The server speaks HTTP/2',
    failureTitle: 'The server doesn’t speak HTTP/2',
    importance: 'medium',
    basis: 'response',
    docs: {
      why: 'HTTP/2 fetches all files in parallel over one connection; HTTP/1.1 fetches six at a time.',
      thresholds:
        'The protocol the server chooses when offered both (ALPN). Pass: h2. Warn: HTTP/1.1. Not applicable without HTTPS.',
      fix: 'Turn HTTP/2 on in the web server or the CDN.',
      sources: [
        'https://www.rfc-editor.org/rfc/rfc9113',
        'https://developer.chrome.com/docs/lighthouse/best-practices/uses-http2',
      ],
    },
  },
  run({ artifacts, page }) {
    const { tls, response } = artifacts;
    if (tls === null) return notApplicable('Browsers use HTTP/2 over HTTPS only.');
    const value = response.httpVersion === '2' ? 'h2' : (tls.alpn ?? 'http/1.1');
    const extras = { value, expected: 'h2' };
    if (value === 'h2') return pass('The server speaks HTTP/2.', extras);
    return warn('The server speaks HTTP/1.1 only. Turn HTTP/2 on.', {
      ...extras,
      saves: { milliseconds: REQUEST * waitingRounds(artifacts, page) },
    });
  },
};

/** Connections that browsers open to a host of HTTP/1.1. */
const CONNECTIONS = 6;

/** How often files of the page's host wait until a connection is free. */
const waitingRounds = (artifacts: PageArtifacts, page: Page): number => {
  const own = shownResources(artifacts).filter(({ url }) => URL.parse(url)?.host === page.url.host);
  return Math.max(0, Math.ceil(own.length / CONNECTIONS) - 1);
};

import { notApplicable, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';

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
  run({ artifacts: { tls, response } }) {
    if (tls === null) return notApplicable('Browsers use HTTP/2 over HTTPS only.');
    const value = response.httpVersion === '2' ? 'h2' : (tls.alpn ?? 'http/1.1');
    const extras = { value, expected: 'h2' };
    if (value === 'h2') return pass('The server speaks HTTP/2.', extras);
    return warn('The server speaks HTTP/1.1 only. Turn HTTP/2 on.', extras);
  },
};

import { info } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { headerValues } from '../../page/headers/response-headers.ts';

export const http3: Check = {
  meta: {
    id: 'http3',
    category: 'performance',
    title: 'Whether HTTP/3 is offered',
    failureTitle: 'Whether HTTP/3 is offered',
    importance: 'informative',
    basis: 'response',
    docs: {
      why: 'HTTP/3 connects one round trip sooner and copes better with poor mobile networks.',
      thresholds: 'Information only: whether the Alt-Svc header offers h3.',
      fix: 'Turn HTTP/3 (QUIC) on in the web server or the CDN, and open UDP port 443.',
      sources: ['https://www.rfc-editor.org/rfc/rfc9114'],
    },
  },
  run({ artifacts: { response } }) {
    const offered = headerValues(response.headers, 'alt-svc').some((value) =>
      /(?:^|[\s,])h3(?:-\d+)?=/.test(value),
    );
    return info(offered ? 'The server offers HTTP/3.' : 'The server does not offer HTTP/3.', {
      value: offered,
    });
  },
};

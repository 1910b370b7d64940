import { info, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { headerValues, itemToken } from '../../page/headers/response-headers.ts';

export const crossOriginEmbedderPolicy: Check = {
  meta: {
    id: 'cross-origin-embedder-policy',
    category: 'security',
    title: 'The page embeds only files that consent',
    failureTitle: 'The page embeds files without their consent',
    importance: 'low',
    basis: 'response',
    docs: {
      why: 'Together with an opener policy, it gives the page its own process, out of reach of timing attacks, and precise timers.',
      thresholds:
        'MDN Observatory’s verdict. Pass: require-corp or credentialless. Warn: invalid. Missing or unsafe-none is information only.',
      fix: 'Send Cross-Origin-Embedder-Policy: credentialless, if the page needs isolation.',
      sources: [
        'https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring',
        'https://html.spec.whatwg.org/multipage/browsers.html#coep',
      ],
    },
  },
  run({ artifacts }) {
    const values = headerValues(artifacts.response.headers, 'cross-origin-embedder-policy');
    if (values.length === 0 || (values.length === 1 && values[0]?.trim() === '')) {
      return info('Embedded files need not consent.', { value: 'coep-not-implemented' });
    }
    const token = values.length === 1 ? itemToken((values[0] ?? '').slice(0, 1024).trim()) : null;
    if (token === 'unsafe-none')
      return info('Embedded files need not consent, as the header says.', {
        value: 'coep-implemented-with-unsafe-none',
      });
    if (token === 'require-corp' || token === 'credentialless')
      return pass('The page embeds only files that consent.', { value: `coep-implemented-with-${token}` });
    return warn(
      'The Cross-Origin-Embedder-Policy header is invalid, so browsers ignore it. Send credentialless, once.',
      { value: 'coep-header-invalid', items: values },
    );
  },
};

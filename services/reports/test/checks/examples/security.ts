import { artifactsOf, headers } from '../page-fixture.ts';
import type { Examples } from './example.ts';

const plainHttp = { finalUrl: 'http://www.example.org/', tls: null };
const hsts = (value: string | string[] | null) => headers({ 'strict-transport-security': value });
const { tls } = artifactsOf();
const certificate = (changes: Partial<NonNullable<typeof tls>>) => ({ tls: tls && { ...tls, ...changes } });

export const security: Examples = {
  https: { pass: [{}], fail: [plainHttp] },
  'strict-transport-security': {
    pass: [{}, hsts('max-age=31536000'), hsts('includeSubDomains; max-age="31536000"; preload')],
    warn: [hsts('max-age=15552000'), hsts('max-age=31535999')],
    fail: [
      hsts(null),
      hsts('max-age=15551999'),
      hsts('max-age=31536000, max-age=31536000'),
      hsts('includeSubDomains'),
      hsts('max-age=abc'),
      certificate({ authorized: false }),
    ],
    not_applicable: [plainHttp],
  },
  'x-content-type-options': {
    pass: [{}, headers({ 'x-content-type-options': ' NoSniff ' })],
    fail: [
      headers({ 'x-content-type-options': null }),
      headers({ 'x-content-type-options': 'whatever' }),
      headers({ 'x-content-type-options': 'nosniff, nosniff' }),
    ],
  },
};

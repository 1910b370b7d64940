import { readFileSync, writeFileSync } from 'node:fs';

import { errorsPage } from '../src/catalogue.ts';
import { ERROR_CATALOGUE } from '../src/index.ts';

describe('the error page', () => {
  it('is the one generated from the catalogue', () => {
    const file = new URL('../../../docs/errors.md', import.meta.url);
    if (process.env['UPDATE_DOCS'] === '1') writeFileSync(file, errorsPage());
    expect(readFileSync(file, 'utf8')).toBe(errorsPage());
  });

  it('lists each code once', () => {
    const codes = ERROR_CATALOGUE.map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
  });
});

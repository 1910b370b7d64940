import { createCheckRegistry } from '../../src/checks/registry.ts';
import { PUBLIC_CASES } from './public-cases.ts';
import { finds, verdictsOn } from './verdict.ts';

describe('verdicts on pages from public bug reports', () => {
  it.each(PUBLIC_CASES.map((one, index) => ({ ...one, name: `${one.check}, case ${String(index)}` })))(
    '$name $verdict: $source',
    ({ check, page, verdict }) => {
      const found = verdictsOn(page).get(check);
      expect({ verdict: found && finds(found) ? 'finds' : 'accepts', message: found?.message }).toEqual({
        verdict,
        message: expect.any(String),
      });
      expect(found?.status).not.toBe('error');
    },
  );

  it('are on checks that there are, each with its source', () => {
    const ids = new Set(createCheckRegistry().checks.map(({ meta }) => meta.id));
    expect(PUBLIC_CASES.filter(({ check }) => !ids.has(check))).toEqual([]);
    expect(PUBLIC_CASES.filter(({ source }) => URL.parse(source)?.protocol !== 'https:')).toEqual([]);
    expect(new Set(PUBLIC_CASES.map(({ source }) => source)).size).toBeGreaterThanOrEqual(60);
  });
});

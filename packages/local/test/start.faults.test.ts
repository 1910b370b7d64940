import { moduleOf, SERVICE_NAMES } from '../src/services.ts';

import { runToEnd } from './run-to-end.ts';

const processes = [
  ...SERVICE_NAMES.map((service) => ({ name: service, module: moduleOf(service, 'src/main.ts') })),
  { name: 'reports-worker', module: moduleOf('reports', 'src/worker.ts') },
  { name: 'palette-worker', module: moduleOf('palette', 'src/worker.ts') },
];

describe.each(processes)('the process $name', ({ name, module }) => {
  it('names all unusable settings in one fatal line, and exits with 1', async () => {
    const { code, lines, errors } = await runToEnd(module, { PORT: 'x', LOG_LEVEL: '' });
    expect({ code, errors }).toEqual({ code: 1, errors: '' });
    expect(lines).toMatchObject([{ level: 60, name }]);
    expect(lines[0]?.['msg']).toMatch(/PORT must be a number[\s\S]*DATABASE_URL is required/);
  });

  it('refuses an unknown log level in the same way', async () => {
    const { code, lines, errors } = await runToEnd(module, { LOG_LEVEL: 'loud' });
    expect({ code, errors }).toEqual({ code: 1, errors: '' });
    expect(lines).toMatchObject([{ level: 60, name }]);
    expect(lines[0]?.['msg']).toContain('LOG_LEVEL must be one of');
  });
});

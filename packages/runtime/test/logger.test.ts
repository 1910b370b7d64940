import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const logger = new URL('../src/logger.ts', import.meta.url).href;

/** Returns what a process logging with `code` prints. */
const printed = async (code: string): Promise<Record<string, unknown>> => {
  const source = `import { createLogger } from ${JSON.stringify(logger)};\nconst log = createLogger({ name: 'test' });\n${code}`;
  const { stdout } = await run(process.execPath, [
    '--input-type=module',
    '--disable-warning=ExperimentalWarning',
    '-e',
    source,
  ]);
  return JSON.parse(stdout) as Record<string, unknown>;
};

describe('the logger', () => {
  it('logs the message, code, stack and cause of an error, and nothing a library attached to it', async () => {
    const line = await printed(
      "log.warn({ err: Object.assign(new Error('no', { cause: new TypeError('why') }), { code: 'E1', client: { password: 'secret' } }) }, 'failed');",
    );
    expect(line).toMatchObject({
      name: 'test',
      msg: 'failed',
      err: { type: 'Error', message: 'no', code: 'E1', cause: { type: 'TypeError', message: 'why' } },
    });
    expect(JSON.stringify(line)).toContain('stack');
    expect(JSON.stringify(line)).not.toContain('secret');
  });

  it('hides credentials', async () => {
    const line = await printed("log.info({ headers: { authorization: 'Bearer x', accept: '*/*' } });");
    expect(line['headers']).toEqual({ authorization: '[hidden]', accept: '*/*' });
  });
});

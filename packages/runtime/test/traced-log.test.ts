import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const FIXTURE = fileURLToPath(new URL('fixtures/traced-process.ts', import.meta.url));
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

/** Sends one request to the process, and returns its lines and its exit code. */
const run = async (env: Readonly<Record<string, string>>) => {
  const child = spawn(process.execPath, [FIXTURE], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit') as Promise<[number | null]>;
  const lines: { msg: string; port?: number; trace_id?: string }[] = [];
  for await (const text of createInterface(child.stdout)) {
    const line = JSON.parse(text) as (typeof lines)[number];
    lines.push(line);
    if (line.msg === 'listening')
      await fetch(`http://127.0.0.1:${line.port}/`, {
        headers: { traceparent: `00-${TRACE}-00f067aa0ba902b7-01` },
      });
    if (line.msg === 'answered') child.kill('SIGTERM');
  }
  const [code] = await ended;
  return { code, answered: lines.find(({ msg }) => msg === 'answered'), lines };
};

// Nothing listens on the discard port: a collector that is away.
const AWAY = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' };

it('log lines name the trace they belong to, and a collector that is away ends nothing', async () => {
  const { code, answered, lines } = await run(AWAY);
  expect(answered).toMatchObject({ trace_id: TRACE });
  expect(lines[0]).not.toHaveProperty('trace_id');
  expect(code).toBe(0);
});

it('log lines name no trace where tracing is off', async () => {
  const { code, answered } = await run({});
  expect(answered).toBeDefined();
  expect(answered).not.toHaveProperty('trace_id');
  expect(code).toBe(0);
});

it.each([
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT'],
  [{ ...AWAY, OTEL_TRACES_SAMPLER: 'sometimes' }, 'OTEL_TRACES_SAMPLER'],
  [{ ...AWAY, OTEL_TRACES_SAMPLER_ARG: '2' }, 'OTEL_TRACES_SAMPLER_ARG'],
])('unusable settings %j stop the start by name', async (env, name) => {
  const { code, lines } = await run(env);
  expect(code).toBe(1);
  expect(lines.map(({ msg }) => msg).join()).toContain(name);
});

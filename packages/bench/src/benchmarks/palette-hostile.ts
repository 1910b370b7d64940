import { startPostgres } from '@platform/testing';

import type { Benchmark, BenchContext, Figure } from '../harness/benchmark.ts';
import { startService } from '../harness/start-service.ts';
import type { RunningService } from '../harness/start-service.ts';
import { hostileInputs } from '../palette/hostile-inputs.ts';

/** The longest delay of the service's event loop since it was asked last, in milliseconds. */
const longestDelay = async ({ url }: RunningService): Promise<number> => {
  const text = await (await fetch(`${url}/metrics`)).text();
  const [, seconds] = /^nodejs_eventloop_lag_max_seconds\{[^}]*\} (\S+)/m.exec(text) ?? [];
  return Number(seconds) * 1000;
};

const measure = async (rounds: number, { cleanUp, log }: BenchContext): Promise<Figure[]> => {
  const postgres = await startPostgres({});
  cleanUp(() => postgres.stop());
  const service = await startService('palette', { postgresUrl: postgres.url });
  cleanUp(() => service.stop());
  const send = async (path: string, body: string): Promise<Response> =>
    fetch(service.url + path, {
      method: 'POST',
      headers: { authorization: await service.identity.bearer(), 'content-type': 'application/json' },
      body,
    });
  const made = (await (await send('/v1/palettes', '{"base_color":"#3366cc"}')).json()) as {
    data: { id: string };
  };
  const figures: Figure[] = [];
  for (const { name, path, body } of hostileInputs(made.data.id)) {
    // The first request starts what reads it.
    await (await send(path, body)).arrayBuffer();
    const delays: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await longestDelay(service);
      const answers = await Promise.all(Array.from({ length: 4 }, () => send(path, body)));
      await Promise.all(answers.map((answer) => answer.arrayBuffer()));
      delays.push(await longestDelay(service));
      log(`${name}: ${answers.map(({ status }) => status).join(' ')}`);
    }
    // The machine may hold up any round, and what holds up the process is in each of them.
    figures.push({ name, value: Math.min(...delays), unit: 'ms', aim: { atMost: 50 } });
  }
  return figures;
};

export const paletteHostile: Benchmark = {
  id: 'palette-hostile',
  title: 'Hostile images, imports and themes',
  measures:
    'The longest delay of the event loop of the palette service while four of the same costly request are sent at once: images, files of tokens, themes. The least of three rounds.',
  limitSeconds: 900,
  run: (context) => measure(context.quick ? 1 : 3, context),
};

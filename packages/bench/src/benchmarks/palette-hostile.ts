import { startPostgres } from '@platform/testing';

import type { Benchmark, BenchContext, Figure } from '../harness/benchmark.ts';
import { startService } from '../harness/start-service.ts';
import type { RunningService } from '../harness/start-service.ts';
import type { Hostile } from '../palette/hostile-inputs.ts';
import { hostileInputs, largeSet } from '../palette/hostile-inputs.ts';

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
  const send = async (path: string, body?: string): Promise<Response> =>
    fetch(service.url + path, {
      method: body === undefined ? 'GET' : 'POST',
      ...(body === undefined ? {} : { body }),
      headers: { authorization: await service.identity.bearer(), 'content-type': 'application/json' },
    });
  const made = async (path: string, body: object): Promise<string> =>
    ((await (await send(path, JSON.stringify(body))).json()) as { data: { id: string } }).data.id;
  const paletteId = await made('/v1/palettes', { base_color: '#3366cc' });
  const theme = { palette_id: paletteId, name: 'Large', tokens: largeSet(10_000) };
  const themeId = await made('/v1/themes', theme);
  const inputs: (Omit<Hostile, 'body'> & Partial<Hostile>)[] = [
    ...hostileInputs(paletteId),
    { name: 'a theme of 10,000 tokens, read', path: `/v1/themes/${themeId}` },
    {
      name: 'a theme of 10,000 tokens, tried with other roles',
      path: `/v1/themes/${themeId}/derive`,
      body: '{"adjust":true}',
    },
    {
      name: 'a theme of 10,000 tokens, exported',
      path: '/v1/tokens/export',
      body: JSON.stringify({ theme_id: themeId, format: 'css' }),
    },
  ];
  const figures: Figure[] = [];
  for (const { name, path, body } of inputs) {
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
  title: 'Hostile and large images, imports and themes',
  measures:
    'The longest delay of the event loop of the palette service while four of the same costly request are sent at once: images, files of tokens, themes. The least of three rounds.',
  limitSeconds: 900,
  run: (context) => measure(context.quick ? 1 : 3, context),
};

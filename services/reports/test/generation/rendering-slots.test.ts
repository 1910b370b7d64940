import type { ServerResponse } from 'node:http';

import { eventually } from '@platform/testing';

import { answers, html, useGeneration } from './generation-harness.ts';

const { api, site } = useGeneration();

/** More than a worker reports on at once. */
const RENDERED = 6;

it('reports on other pages while slow ones wait to be rendered', async () => {
  const held: ServerResponse[] = [];
  answers['/slow'] = (_request, response) => {
    response.setHeader('x-later', '1');
    held.push(response);
  };
  answers['/quick'] = (_request, response) => html(response);
  for (let page = 0; page < RENDERED; page += 1) {
    const url = `${site().origin}/slow?page=${page}`;
    await api().post('/reports', { url, render: 1 }, { Prefer: 'respond-async' });
  }
  await eventually(() => {
    expect(held).not.toEqual([]);
  });

  try {
    const { id } = (await api().post('/reports', { url: `${site().origin}/quick` })).body.data;
    // A busy machine takes longer than the answer waits.
    await eventually(async () => {
      expect((await api().get(`/reports/${id}`)).body.data.status).toBe('generated');
    });
    const { body } = await api().get('/reports?search=slow&per_page=10');
    expect(body.data.map(({ status }: { status: string }) => status)).toContain('pending');
  } finally {
    answers['/slow'] = (_request, response) => html(response, 404);
    for (const response of held) html(response, 404);
  }
});

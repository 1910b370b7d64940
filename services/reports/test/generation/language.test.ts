import { answers, html, useGeneration } from './generation-harness.ts';

const { api, site } = useGeneration();

const GERMAN = { 'Accept-Language': 'de-DE,de;q=0.9,en;q=0.5' };

interface ShownCheck {
  id: string;
  title: string;
  status: string;
  message: string;
}

const find = (checks: ShownCheck[], id: string) => checks.find((check) => check.id === id);

it('answers reports, runs and files in the language asked for, and English otherwise', async () => {
  answers['/'] = (_request, response) => html(response, 200, '<!doctype html><title>x</title><p>Hello');
  const { id, run_id: run } = (await api().post('/reports', { url: `${site().origin}/` })).body.data;

  const german = await api().get(`/reports/${id}`, GERMAN);
  const english = await api().get(`/reports/${id}`);
  expect(german.headers).toMatchObject({ 'content-language': 'de' });
  expect(english.headers).toMatchObject({ 'content-language': 'en' });
  for (const { headers } of [german, english]) expect(headers['vary']).toContain('Accept-Language');
  expect(german.headers['etag']).not.toBe(english.headers['etag']);

  expect(find(german.body.data.checks, 'meta-description')).toMatchObject({
    title: 'Der Seite fehlt eine brauchbare Meta-Description',
    titles: { pass: 'Die Seite hat eine Meta-Description' },
    message: 'Die Seite hat keine Meta-Description. Setzen Sie eine mit 80 bis 160 Zeichen in den Kopf.',
    expected: '80–160 Zeichen',
  });
  expect(find(english.body.data.checks, 'meta-description')).toMatchObject({
    title: 'The page lacks a useful meta description',
    expected: '80–160 characters',
  });
  expect(german.body.data.categories[0].title).toBe('Suchmaschinen');
  expect(JSON.stringify(german.body.data.notices)).toContain('Die Seite wird nicht über HTTPS ausgeliefert.');
  const judged = (checks: ShownCheck[]) => checks.map((check) => [check.id, check.status]);
  expect(judged(german.body.data.checks)).toEqual(judged(english.body.data.checks));
  // Not one sentence of a real audit is left in English.
  const left = (german.body.data.checks as ShownCheck[]).filter(
    ({ id: check, message }) => find(english.body.data.checks, check)?.message === message,
  );
  expect(left).toEqual([]);

  const shown = await api().get(`/reports/${id}/runs/${run}`, GERMAN);
  expect(find(shown.body.data.checks, 'https')?.title).toBe('Die Seite wird nicht über HTTPS ausgeliefert');
  const file = await api().get(`/reports/${id}/export?format=csv`, GERMAN);
  expect(file.text).toContain('Der Seite fehlt eine brauchbare Meta-Description');
});

it('knows the version that a client has by its language, also for changes under If-Match', async () => {
  const { id } = (await api().post('/reports', { url: `${site().origin}/` })).body.data;
  const { headers } = await api().get(`/reports/${id}`, GERMAN);
  const tag = String(headers['etag']);
  expect((await api().get(`/reports/${id}`, { ...GERMAN, 'If-None-Match': tag })).status).toBe(304);
  expect((await api().get(`/reports/${id}`, { 'If-None-Match': tag })).status).toBe(200);
  const changed = await api().put(`/reports/${id}`, { privacy: 1 }, { ...GERMAN, 'If-Match': tag });
  expect(changed.status).toBe(200);
});

it('says in German what is wrong with a request, and why a page has no result', async () => {
  const refused = await api().post('/reports', { privacy: 9 }, GERMAN);
  expect(refused.status).toBe(422);
  expect(refused.body.errors.url).toEqual(['url wird benötigt']);
  answers['/gone'] = (_request, response) => html(response, 404);
  const failed = await api().post('/reports', { url: `${site().origin}/gone` }, GERMAN);
  expect(failed.body.data.error_message).toBe(
    'Die Seite hat mit 404 Not Found geantwortet. Prüfen Sie die Adresse.',
  );
});

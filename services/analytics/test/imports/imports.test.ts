import { maintenanceOn } from '../maintenance/maintenance-on.ts';
import { plausibleExport } from './plausible-export.ts';
import { zipOf, sum, useImports } from './imports-harness.ts';

const { platform, createJob, api, upload, bring, query } = useImports();

describe('imports', () => {
  it('count no day twice, and are undone by one call', async () => {
    const site = await platform().createWebsite();
    await platform().backfill(site, [Date.parse('2024-01-17T12:00:00Z')]);
    const { files, days } = plausibleExport('2024-01-15', 5);
    const first = await bring(site, 'plausible', 'export.zip', await zipOf(files));
    expect(first).toMatchObject({ days: 4, skipped_days: 1 });
    const views = async () =>
      (await query(site, '2024-01-15', '2024-01-19', { metrics: ['pageviews'] })).rows[0].metrics.pageviews;
    const expected = sum(days, 'pageviews') - (days[2]?.['pageviews'] ?? 0) + 1;
    expect(await views()).toBe(expected);
    const second = await bring(site, 'plausible', 'export.zip', await zipOf(files));
    expect(second).toMatchObject({ status: 'completed', days: 0, skipped_days: 5 });
    expect(await views()).toBe(expected);
    expect((await api('delete', `/websites/${site.id}/imports/${second.id as number}`)).status).toBe(200);
    expect(await views()).toBe(expected);
    const undone = await api('delete', `/websites/${site.id}/imports/${first.id as number}`);
    expect(undone.body).toMatchObject({ object: 'import', deleted: true });
    expect(await views()).toBe(1);
    expect((await bring(site, 'plausible', 'export.zip', await zipOf(files))).days).toBe(4);
    expect(await views()).toBe(expected);
  });

  it('leave no texts behind once they are undone', async () => {
    const site = await platform().createWebsite();
    const { files } = plausibleExport('2024-03-01', 2);
    const { id } = await bring(site, 'plausible', 'export.zip', await zipOf(files));
    const { db } = platform();
    const texts = () => db.database('dictionary').where({ website_id: site.id }).pluck<string[]>('value');
    const sweepIn = (days: number) => maintenanceOn(db, () => Date.now() + days * 86_400_000).sweep();
    await sweepIn(0);
    await sweepIn(4);
    expect((await texts()).length).toBeGreaterThan(10);
    await api('delete', `/websites/${site.id}/imports/${id as number}`);
    await sweepIn(5);
    // Another one, without texts, is undone while they rest.
    const visitors = 'date,visitors\n2024-05-01,1\n';
    const other = await bring(site, 'plausible', 'imported_visitors.csv', visitors);
    await api('delete', `/websites/${site.id}/imports/${other.id as number}`);
    await sweepIn(6);
    await sweepIn(9.1);
    expect(await texts()).toEqual([]);
  });

  it('go on where they were stopped, and count each day once', async () => {
    const site = await platform().createWebsite();
    const { files, days } = plausibleExport('2024-02-01', 8);
    const { id } = await upload(site, 'plausible', 'export.zip', await zipOf(files));
    const stopping = new AbortController();
    let written = 0;
    const stopped = createJob((store) => ({
      async write(...call) {
        written += 1;
        if (written === 2) stopping.abort();
        return store.write(...call);
      },
    }));
    await stopped.run(stopping.signal);
    const path = `/websites/${site.id}/imports/${id}`;
    expect((await api('get', path)).body.data).toMatchObject({ status: 'pending', days: 2 });
    await Promise.all([createJob().run(), createJob().run()]);
    expect((await api('get', path)).body.data).toMatchObject({
      status: 'completed',
      days: 8,
      skipped_days: 0,
    });
    const total = await query(site, '2024-02-01', '2024-02-08', { metrics: ['visits'] });
    expect(total.rows[0].metrics.visits).toBe(sum(days, 'visits'));
  });

  it('fail after three attempts, and leave nothing behind when they are undone', async () => {
    const site = await platform().createWebsite();
    const { files } = plausibleExport('2024-02-01', 3);
    const { id } = await upload(site, 'plausible', 'export.zip', await zipOf(files));
    await createJob((store) => ({
      write: (claimed, day, tally) =>
        day === '2024-02-01'
          ? store.write(claimed, day, tally)
          : Promise.reject(new Error('the connection broke')),
    })).run();
    const path = `/websites/${site.id}/imports/${id}`;
    expect((await api('get', path)).body.data).toMatchObject({
      status: 'failed',
      days: 1,
      error: 'The import failed. Please try again later.',
    });
    await api('delete', path);
    const total = await query(site, '2024-02-01', '2024-02-03', { metrics: ['visits'] });
    expect([total.rows[0].metrics.visits, total.imported_days]).toEqual([0, 0]);
  });

  it('end where each attempt ended with its process', async () => {
    const site = await platform().createWebsite();
    const csv = 'date,visitors\n2024-01-01,1\n';
    const { id } = await upload(site, 'plausible', 'imported_visitors.csv', csv);
    const { database } = platform().db;
    const crash = { status: 'running', attempts: 3, claimed_until: new Date(Date.now() + 60_000) };
    await database('imports').where({ id }).update(crash);
    await createJob().run();
    const path = `/websites/${site.id}/imports/${id}`;
    expect((await api('get', path)).body.data).toMatchObject({ status: 'running', days: 0 });
    await database('imports')
      .where({ id })
      .update({ claimed_until: new Date(Date.now() - 1_000) });
    await createJob().run();
    expect((await api('get', path)).body.data).toMatchObject({
      status: 'failed',
      days: 0,
      error: expect.stringMatching(/^The import was given up: .* ended 3 times .* Import a shorter period/),
      finished_at: expect.any(String),
    });
    expect(await database('import_parts').where({ website_id: site.id })).toEqual([]);
  });

  it('don’t count a stop of the process as an attempt', async () => {
    const site = await platform().createWebsite();
    const csv = 'date,visitors\n2024-01-01,1\n';
    const { id } = await upload(site, 'plausible', 'imported_visitors.csv', csv);
    for (let round = 0; round < 4; round += 1) {
      const stopping = new AbortController();
      const stop = (): Promise<boolean> => {
        stopping.abort();
        return Promise.reject(new Error('stopped'));
      };
      await createJob(() => ({ write: stop })).run(stopping.signal);
    }
    await createJob().run();
    const path = `/websites/${site.id}/imports/${id}`;
    expect((await api('get', path)).body.data).toMatchObject({ status: 'completed', days: 1 });
  });

  it('of a deleted website don’t hold up those of others', async () => {
    const [gone, site] = [await platform().createWebsite(), await platform().createWebsite()];
    const csv = 'date,visitors\n2024-01-01,1\n';
    await upload(gone, 'plausible', 'imported_visitors.csv', csv);
    expect((await api('delete', `/websites/${gone.id}`)).status).toBe(200);
    const done = await bring(site, 'plausible', 'imported_visitors.csv', csv);
    expect(done).toMatchObject({ status: 'completed', days: 1 });
  });

  it('take a file in parts, in any order and repeated', async () => {
    const site = await platform().createWebsite();
    const { files } = plausibleExport('2024-03-01', 30);
    const zip = await zipOf(files);
    const path = `/websites/${site.id}/imports`;
    const made = await api('post', path, { source: 'plausible', file_name: 'export.zip' });
    expect(made.body.data.status).toBe('uploading');
    const one = `${path}/${made.body.data.id as number}`;
    const cut = Math.floor(zip.length / 2);
    const put = (part: number, content: Buffer) =>
      api('patch', one, { part, content: content.toString('base64') });
    expect((await api('patch', one, { complete: 1 })).status).toBe(422);
    await put(2, zip.subarray(cut));
    const early = await api('patch', one, { complete: 1 });
    expect([early.status, early.body.errors]).toEqual([
      422,
      { complete: ['complete needs every part up to 2, and part 1 is missing'] },
    ]);
    expect((await api('get', one)).body.data.status).toBe('uploading');
    await put(1, Buffer.from('a broken try'));
    expect((await put(1, zip.subarray(0, cut))).body.data.size_bytes).toBe(zip.length);
    expect((await api('patch', one, { complete: 1 })).body.data.status).toBe('pending');
    expect((await put(1, zip)).status).toBe(409);
    await createJob().run();
    expect((await api('get', one)).body.data).toMatchObject({ status: 'completed', days: 30 });
  });
});

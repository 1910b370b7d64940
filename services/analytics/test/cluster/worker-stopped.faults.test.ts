import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { eventually } from '@platform/testing';

import { readRollups, recount } from '../collect/recount.ts';
import { startAnalytics } from '../harness.ts';
import type { RunningAnalytics, WebsiteJson } from '../harness.ts';

const run = promisify(execFile);
const onCluster = process.env['TEST_CITUS_URL'] === undefined ? describe.skip : describe;
const node = (verb: 'stop' | 'start') =>
  run(process.env['TEST_CITUS_SCRIPT'] ?? '', [verb, process.env['TEST_CITUS_FOLDER'] ?? '', 'worker1']);

const WEBSITES = 6;
const SENDERS = 12;

onCluster('a worker of the cluster that stops in mid-load', () => {
  let platform: RunningAnalytics;
  const sites: WebsiteJson[] = [];
  beforeAll(async () => {
    platform = await startAnalytics();
    for (let number = 0; number < WEBSITES; number += 1) sites.push(await platform.createWebsite());
  });
  afterAll(() => platform.stop());

  /** The latest answer for each website. */
  const latest = new Map<number, number>();
  /** Sends events until `isOver`, each once. @returns what was acknowledged and what was not */
  const sendUntil = async (isOver: () => boolean) => {
    const [stored, refused] = [new Map<string, number>(), new Map<string, number>()];
    let next = 0;
    const send = async (): Promise<void> => {
      while (!isOver()) {
        const number = (next += 1);
        const id = number.toString(16).padStart(32, '0');
        const { status } = await view(number, id);
        (status === 204 ? stored : refused).set(id, number);
        latest.set(number % WEBSITES, status);
      }
    };
    await Promise.all(Array.from({ length: SENDERS }, send));
    return { stored, refused };
  };
  const view = (number: number, id: string) => {
    const site = sites[number % WEBSITES]!;
    const fields = { k: site.site_key, u: `https://${site.domain}/${number % 7}`, i: id };
    return platform.beacon(fields, { 'x-forwarded-for': `10.1.${number % 250}.7` });
  };

  it('loses nothing that was acknowledged, and counts nothing twice', async () => {
    let isOver = false;
    const sending = sendUntil(() => isOver);
    try {
      await eventually(() => {
        expect([...latest.values()]).toEqual(sites.map(() => 204));
      });
      await node('stop');
      await eventually(() => {
        expect(new Set(latest.values())).toEqual(new Set([204, 503]));
      });
    } finally {
      await node('start');
    }
    latest.clear();
    await eventually(() => {
      expect([...latest.values()]).toEqual(sites.map(() => 204));
    });
    isOver = true;
    const { stored, refused } = await sending;
    expect(refused.size).toBeGreaterThan(0);

    // A client sends again what it has no answer for.
    for (const [id, number] of refused)
      await eventually(async () => {
        expect((await view(number, id)).status).toBe(204);
      });
    const [events] = await platform.db.database('events').count<{ count: string }[]>();
    expect(Number(events?.count)).toBe(stored.size + refused.size);
    for (const { id } of sites)
      expect(await readRollups(platform.db.database, id)).toEqual(
        await recount(platform.db.database, id, 'UTC'),
      );
  });
});

import { setTimeout as delay } from 'node:timers/promises';

import { createBatchWriter } from '../../src/collect/writing/batch-writer.ts';
import type { BatchStore } from '../../src/collect/writing/batch-store.ts';

const DROP = { drop: { siteId: 1, day: '2026-11-23', reason: 'bot' } } as const;

describe('the batch writer', () => {
  it('gives a second attempt only the time that the first has left', async () => {
    const granted: number[] = [];
    const inTransaction: BatchStore['inTransaction'] = async ({ milliseconds }) => {
      granted.push(milliseconds);
      await delay(100);
      throw Object.assign(new Error('no such table'), { code: '42P01' });
    };
    const writer = createBatchWriter({
      store: { inTransaction, storage: () => Promise.resolve('history'), close: () => Promise.resolve() },
      dictionary: { code: () => Promise.resolve([]), forget: () => undefined },
      partitions: { ensure: () => Promise.resolve() },
    });
    await expect(writer.write([DROP], { milliseconds: 150, isPatient: true, node: 0 })).rejects.toThrow(
      'no such table',
    );
    expect(granted).toHaveLength(2);
    expect(granted[1]).toBeLessThanOrEqual(60);
  });
});

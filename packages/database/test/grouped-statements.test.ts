import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout } from 'node:timers/promises';

import { createTestDatabase } from '@platform/testing';
import type { TestDatabase } from '@platform/testing';

import { createGroupedStatements, inAmbientTransaction, isUniqueViolation } from '../src/index.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase({
    schema: 'things',
    migrations: new URL('./migrations/', import.meta.url),
  });
});
afterAll(() => test.drop());

/** Writes names in groups, and notes the groups. */
const createNames = (maxGroup?: number) => {
  const groups: (readonly string[])[] = [];
  const write = createGroupedStatements<string, { name: string }>({
    database: test.database,
    isLarge: (name) => name.startsWith('large'),
    ...(maxGroup === undefined ? {} : { maxGroup }),
    run: async (names) => {
      groups.push(names);
      const rows = names.map((name) => ({ name }));
      return test.database('things').insert(rows).returning<{ name: string }[]>('name');
    },
  });
  return { groups, write };
};

const stored = async (...names: string[]): Promise<number> =>
  (await test.database('things').whereIn('name', names)).length;

describe('statements for groups', () => {
  it('send what arrives while a write is under way together, up to the limit', async () => {
    const { groups, write } = createNames(3);
    await Promise.all(['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => write('key', name)));
    expect(groups).toEqual([['a1'], ['a2', 'a3', 'a4'], ['a5']]);
    expect(await stored('a1', 'a2', 'a3', 'a4', 'a5')).toBe(5);
    await write('key', 'a6');
    expect(groups.at(-1)).toEqual(['a6']);
  });

  it('give each item its own result', async () => {
    const { write } = createNames();
    const names = ['f1', 'f2', 'f3', 'f4'];
    expect(await Promise.all(names.map((name) => write('key', name)))).toEqual(
      names.map((name) => ({ name })),
    );
  });

  it('send what is large alone and at once', async () => {
    const { groups, write } = createNames();
    await Promise.all(['g1', 'large', 'g2', 'g3'].map((name) => write('key', name)));
    expect(groups).toEqual([['g1'], ['large'], ['g2', 'g3']]);
  });

  it('run in the youngest request of a group: those before it may have ended', async () => {
    const request = new AsyncLocalStorage<string>();
    const seen: (string | undefined)[] = [];
    const ask = createGroupedStatements<string>({
      database: test.database,
      run: async (names) => {
        seen.push(request.getStore());
        await setTimeout(1);
        return names;
      },
    });
    await Promise.all(['one', 'two', 'three'].map((name) => request.run(name, () => ask('key', name))));
    expect(seen).toEqual(['one', 'three']);
  });

  it('keep keys apart', async () => {
    const { groups, write } = createNames();
    await Promise.all(['b1', 'b2', 'b3'].map((name) => write(name, name)));
    expect(groups).toEqual([['b1'], ['b2'], ['b3']]);
  });

  it('give each item its own outcome if a group is refused', async () => {
    const { write } = createNames();
    await write('key', 'taken');
    const outcomes = await Promise.allSettled(['c1', 'c2', 'taken', 'c3'].map((name) => write('key', name)));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    const [refused] = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(isUniqueViolation(refused?.reason)).toBe(true);
    expect(await stored('c1', 'c2', 'c3')).toBe(3);
  });

  it('fail together if the database can’t be reached: nobody knows what was written', async () => {
    let calls = 0;
    const write = createGroupedStatements<string>({
      database: test.database,
      run: () => {
        calls += 1;
        return Promise.reject(new Error('Connection terminated unexpectedly'));
      },
    });
    const outcomes = await Promise.allSettled(['d1', 'd2', 'd3'].map((name) => write('key', name)));
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(calls).toBe(2);
  });

  it('are part of an ambient transaction, and undone with it', async () => {
    const { write } = createNames();
    const undone = inAmbientTransaction(test.database, async () => {
      await write('key', 'e1');
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await stored('e1')).toBe(0);
  });
});

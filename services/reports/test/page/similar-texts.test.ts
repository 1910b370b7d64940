import fc from 'fast-check';
import { distance, simhash, contentGroups } from '../../src/page/similar-texts.ts';

const words = fc.array(fc.string({ minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 60 });
const hash = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });

it('gives one text one fingerprint, of 64 bits', () => {
  fc.assert(
    fc.property(words, (text) => {
      expect(simhash(text)).toBe(simhash([...text]));
      expect(BigInt.asIntN(64, simhash(text))).toBe(simhash(text));
    }),
  );
});

it('tells a changed word from another text', () => {
  const text = Array.from({ length: 400 }, (_, index) => `word${index % 97}x${index}`);
  const changed = text.with(200, 'another');
  const other = text.map((word) => `${word}y`);
  expect(distance(simhash(text), simhash(changed))).toBeLessThanOrEqual(6);
  expect(distance(simhash(text), simhash(other))).toBeGreaterThan(12);
});

it('counts the bits that differ', () => {
  fc.assert(
    fc.property(hash, fc.integer({ min: 0, max: 63 }), (value, bit) => {
      expect(distance(value, value)).toBe(0);
      expect(distance(value, value ^ (1n << BigInt(bit)))).toBe(1);
    }),
  );
});

it('groups what is near, whatever the order, and nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(hash, { maxLength: 12 }),
      fc.integer({ min: 0, max: 63 }),
      async (hashes, bit) => {
        const pages = hashes.flatMap((value, index) => [
          { id: 2 * index + 1, hash: value },
          { id: 2 * index + 2, hash: BigInt.asIntN(64, value ^ (1n << BigInt(bit))) },
        ]);
        const groups = await contentGroups(pages);
        for (const [index] of hashes.entries())
          expect(groups.get(2 * index + 2)).toBe(groups.get(2 * index + 1));
      },
    ),
  );
  const far = await contentGroups([
    { id: 1, hash: 0n },
    { id: 2, hash: -1n },
  ]);
  expect(far.size).toBe(0);
});

it('lets others have the thread while it groups many similar texts', async () => {
  const pages = Array.from({ length: 800 }, (_, id) => ({
    id,
    hash: BigInt(id) * 0x1_0003_0007n * 0x1_0000n,
  }));
  let turns = 0;
  const others = setInterval(() => {
    turns += 1;
  });
  await contentGroups(pages);
  clearInterval(others);
  expect(turns).toBeGreaterThan(0);
});

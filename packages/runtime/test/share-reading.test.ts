import { shareReading } from '../src/index.ts';

describe('a shared reading', () => {
  it('is one look for all who ask at the same time, and a new one afterwards', async () => {
    let looks = 0;
    const read = shareReading(() => Promise.resolve((looks += 1)));
    expect(await Promise.all([read(), read(), read()])).toEqual([1, 1, 1]);
    expect(await read()).toBe(2);
  });

  it('is missing when the database refuses, and is tried again', async () => {
    let looks = 0;
    const read = shareReading(() =>
      (looks += 1) === 1 ? Promise.reject(new Error('away')) : Promise.resolve(7),
    );
    expect(await read()).toBeUndefined();
    expect(await read()).toBe(7);
  });

  it('is missing while the database says nothing, which is asked once only', async () => {
    let looks = 0;
    let answer = (_value: number): void => undefined;
    const read = shareReading(() => {
      looks += 1;
      return new Promise<number>((resolve) => (answer = resolve));
    }, 20);
    expect(await read()).toBeUndefined();
    expect(await read()).toBeUndefined();
    expect(looks).toBe(1);
    answer(3);
    expect(await read()).toBe(3);
    expect(await read()).toBeUndefined();
    expect(looks).toBe(2);
  });
});

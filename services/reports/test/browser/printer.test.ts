import { createPrinter } from '../../src/browser/create-browser.ts';

it('gives a print that takes longer than the wait to whoever asks again', async () => {
  const { promise, resolve } = Promise.withResolvers<Buffer>();
  const asked: string[] = [];
  const print = createPrinter((markup) => {
    asked.push(markup);
    return promise;
  }, 20);
  await expect(print('<p>One')).rejects.toMatchObject({ kind: 'unavailable', retryAfterSeconds: 5 });
  await expect(print('<p>One')).rejects.toMatchObject({ kind: 'unavailable' });
  resolve(Buffer.from('%PDF-'));
  expect(String(await print('<p>One'))).toBe('%PDF-');
  expect(asked).toEqual(['<p>One']);
});

it('prints each document for itself, and again what could not be printed', async () => {
  const asked: string[] = [];
  const print = createPrinter((markup) => {
    asked.push(markup);
    return Promise.resolve(markup === '<p>None' ? null : Buffer.from(markup));
  });
  expect(String(await print('<p>One'))).toBe('<p>One');
  expect(String(await print('<p>Two'))).toBe('<p>Two');
  expect(String(await print('<p>One'))).toBe('<p>One');
  expect(await print('<p>None')).toBeNull();
  expect(await print('<p>None')).toBeNull();
  expect(asked).toEqual(['<p>One', '<p>Two', '<p>None', '<p>None']);
});

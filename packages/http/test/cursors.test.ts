import { AppError } from '@platform/errors';
import fc from 'fast-check';

import { createCursors, readCursorPage } from '../src/index.ts';

const cursors = createCursors(Buffer.alloc(32, 1));
const list = ['keys', 'org_1'];

describe('a cursor', () => {
  it('reads back the entry it was issued for', () => {
    fc.assert(
      fc.property(fc.string(), (id) => {
        const after = id.toWellFormed();
        expect(cursors.read(list, cursors.issue(list, after))).toBe(after);
      }),
    );
  });

  it('is refused in another list, under another secret, and with anything appended', () => {
    const cursor = cursors.issue(list, 'key_7');
    const refused = [
      () => cursors.read(['keys', 'org_2'], cursor),
      () => createCursors(Buffer.alloc(32, 2)).read(list, cursor),
      ...['=', '==', ' ', '\n', '!', '.', 'A'].map((rubbish) => () => cursors.read(list, cursor + rubbish)),
      ...['', 'x', '====', cursor.slice(1), ` ${cursor}`].map((text) => () => cursors.read(list, text)),
    ];
    for (const read of refused) expect(read).toThrow(AppError);
    expect(() => cursors.read(list, 'x')).toThrow('cursor must be the next_cursor of this list');
  });
});

describe('reading a page', () => {
  const entries = Array.from({ length: 5 }, (_, index) => ({ id: `id_${index}` }));
  const load = (after: string | null, count: number) => {
    const start = after === null ? 0 : entries.findIndex(({ id }) => id === after) + 1;
    return Promise.resolve(entries.slice(start, start + count));
  };

  it('follows the cursors through all entries, and has none on the last page', async () => {
    const first = await readCursorPage(cursors, list, { limit: 3 }, load);
    expect(first.items).toEqual(entries.slice(0, 3));
    const cursor = first.nextCursor ?? '';
    const second = await readCursorPage(cursors, list, { limit: 3, cursor }, load);
    expect(second).toEqual({ items: entries.slice(3), nextCursor: null });
  });

  it('has no cursor when the entries end with the page', async () => {
    expect((await readCursorPage(cursors, list, { limit: 5 }, load)).nextCursor).toBeNull();
  });
});

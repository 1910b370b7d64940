import { body, head } from '../page-fixture.ts';
import type { Examples } from './example.ts';

const plain = (decodedBytes: number) => ({
  body: { transferBytes: decodedBytes, decodedBytes, encoding: null, truncated: false },
});
const firstByte = (...timeToFirstByte: number[]) => ({ timings: { timeToFirstByte, total: 900 } });

export const performance: Examples = {
  compression: {
    pass: [{}],
    fail: [plain(2001)],
    not_applicable: [plain(2000)],
  },
  'time-to-first-byte': {
    pass: [firstByte(600, 5000, 10), firstByte(600)],
    warn: [firstByte(601), firstByte(1000, 900, 5000)],
    fail: [firstByte(1001, 1200, 90)],
    not_applicable: [firstByte()],
  },
  'dom-size': {
    pass: [{}],
    warn: [body('<i></i>'.repeat(1501))],
    fail: [body('<i></i>'.repeat(3001))],
  },
  'blocking-scripts': {
    pass: [
      {},
      head(
        '<script src=a.js defer></script><script src=b.js async></script><script type=module src=c.js></script><script nomodule src=d.js></script><script>1</script>',
      ),
      body('<script src=a.js></script>'),
    ],
    warn: [head('<script src=a.js></script>'), head('<script src=a.js></script><script src=b.js></script>')],
    fail: [head('<script src=a.js></script><script src=b.js></script><script src=c.js></script>')],
  },
};

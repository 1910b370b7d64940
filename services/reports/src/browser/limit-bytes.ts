import { Transform } from 'node:stream';

/** Passes on at most this many bytes, and fails at the first one beyond. */
export const limitBytes = (most: number): Transform => {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      if (seen > most) done(new Error(`More than ${most} bytes came.`));
      else done(null, chunk);
    },
  });
};

import { fingerprintOf, readJsonInput } from '@platform/http';
import type { BodyRead } from '@platform/http';
import { serveThread } from '@platform/runtime';

import { decodeBase64 } from '../images/base64.ts';
import { importTokens } from '../imports/import-tokens.ts';
import { importBody } from '../imports/imports-schema.ts';
import { paletteFromImageBody } from '../palettes/palette-from-image-schema.ts';
import type { PaletteFromImageBody } from '../palettes/palette-from-image-schema.ts';
import { answerOf } from './thread-answer.ts';
import type { ThreadAnswer } from './thread-answer.ts';

interface Sent {
  readonly bytes: Uint8Array;
  readonly strict: boolean;
}

/** A body with the image that was sent in it. */
export type ImageBody = Omit<PaletteFromImageBody, 'image'> & { readonly image?: Uint8Array };

/** What the process can be asked. */
export interface ReadingFunctions {
  /** Reads the body of an import, and imports it: the answer's `data` in JSON. */
  readonly importTokens: (sent: Sent) => Promise<ThreadAnswer<BodyRead<string>>>;
  /** Reads the body of a palette from an image. */
  readonly readImageBody: (sent: Sent) => Promise<ThreadAnswer<BodyRead<ImageBody>>>;
  readonly [name: string]: (argument: never) => Promise<unknown>;
}

const functions: ReadingFunctions = {
  importTokens: ({ bytes, strict }) =>
    answerOf(() => {
      const { value, ignored } = readJsonInput(importBody, bytes, strict);
      return { value: JSON.stringify(importTokens(value)), ignored };
    }),
  readImageBody: ({ bytes, strict }) =>
    answerOf(() => {
      const { value, ignored } = readJsonInput(paletteFromImageBody, bytes, strict);
      const { image, ...body } = value;
      return {
        value: image === undefined ? body : { ...body, image: decodeBase64(image) },
        ignored,
        fingerprint: fingerprintOf(value),
      };
    }),
};

serveThread(functions, () => Promise.resolve(), { standsBack: false });

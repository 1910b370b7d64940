import { fingerprintOf, readJsonInput } from '@platform/http';
import { serveThread } from '@platform/runtime';

import { decodeBase64 } from './images/fetch-image.ts';
import { importStyles, importTokens } from './imports/import-tokens.ts';
import { importBody } from './imports/imports-schema.ts';
import { paletteFromImageBody } from './palettes/palettes-schema.ts';
import type { ImageBody } from './palettes/palettes-schema.ts';
import { plainJson, themeFunctions } from './theme-functions.ts';
import { answerOf } from './reading/thread-answer.ts';
import type { ReadingFunctions, ThreadAnswer } from './reading/thread-answer.ts';

const functions: ReadingFunctions<ImageBody> = {
  importTokens: ({ bytes, strict }) =>
    answerOf(() => {
      const { value, ignored } = readJsonInput(importBody, bytes, strict);
      return { value: plainJson(importTokens(value)), ignored };
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

/** Reads the style sheets of a website: the answer's `data` in JSON. */
const readStyles = ({ css }: { css: string }): Promise<ThreadAnswer<string>> =>
  answerOf(() => JSON.stringify(importStyles(css)));

const forThemes = Object.fromEntries(
  Object.entries(themeFunctions).map(([name, work]) => [
    name,
    (argument: never) => answerOf(() => work(argument) as unknown),
  ]),
);

serveThread({ ...functions, importStyles: readStyles, ...forThemes }, () => Promise.resolve(), {
  standsBack: false,
});

import { invalid } from '@platform/errors';
import { fingerprintOf, readJsonInput } from '@platform/http';
import { serveThread } from '@platform/runtime';

import { decodeBase64 } from './images/fetch-image.ts';
import { nameColors } from './imports/fetch-styles.ts';
import { importTokens } from './imports/import-tokens.ts';
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
const importStyles = ({ css }: { css: string }): Promise<ThreadAnswer<string>> =>
  answerOf(() => {
    const hasNames = /(?:^|[\s;{])--[\w-]+\s*:/.test(css);
    const content = hasNames ? css : nameColors(css);
    if (content === '')
      throw invalid([{ field: 'url', message: 'url leads to a page whose style sheets have no colours' }]);
    return JSON.stringify(importTokens({ format: 'css', content }, 'url'));
  });

const forThemes = Object.fromEntries(
  Object.entries(themeFunctions).map(([name, work]) => [
    name,
    (argument: never) => answerOf(() => work(argument) as unknown),
  ]),
);

serveThread({ ...functions, importStyles, ...forThemes }, () => Promise.resolve(), { standsBack: false });

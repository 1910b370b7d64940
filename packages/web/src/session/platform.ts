import { createPlatform } from '@platform/client';

import { language } from '../i18n/spoken.ts';

/** Answers in the language of the console, which may change between two requests. */
const headers = {
  get 'Accept-Language'() {
    return language.value;
  },
};

/** The client that all screens use: same origin, with the cookie of the session. */
export const platform = createPlatform({ headers });

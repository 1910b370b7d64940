import { createPlatform } from '@platform/client';

import { partTexts } from '../i18n/parts.ts';
import { language } from '../i18n/spoken.ts';
import { notify } from '../ui/notices.tsx';

/** Answers in the language of the console, which may change between two requests. */
const headers = {
  get 'Accept-Language'() {
    return language.value;
  },
};

/** Nobody wonders about a shorter wait; after a longer one than the client's patience, it gives up at once. */
const [SHORT_SECONDS, LONG_SECONDS] = [2, 60];
let saidUntil = 0;

/** Says how long a platform that is busy wants to be left alone before the client asks it again. */
const fetchPatiently: typeof fetch = async (...request) => {
  const answer = await fetch(...request);
  const seconds = Number(answer.headers.get('Retry-After') ?? 0);
  const isBusy = answer.status === 429 || answer.status === 503;
  if (isBusy && seconds > SHORT_SECONDS && seconds <= LONG_SECONDS && Date.now() > saidUntil) {
    saidUntil = Date.now() + seconds * 1_000;
    notify(partTexts().busy(seconds));
  }
  return answer;
};

/** The client that all screens use: same origin, with the cookie of the session. */
export const platform = createPlatform({ headers, fetch: fetchPatiently });

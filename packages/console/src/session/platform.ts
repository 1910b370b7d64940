import { createPlatform } from '@platform/client';

/** The client that all screens use: same origin, with the cookie of the session. */
export const platform = createPlatform({});

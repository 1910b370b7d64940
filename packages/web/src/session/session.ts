import { ApiError } from '@platform/client';
import { grants } from '@platform/identity/scopes';
import type { Scope } from '@platform/identity/scopes';
import { signal } from '@preact/signals';

import { finishPending } from '../ui/notices.tsx';
import { platform } from './platform.ts';

/** Parameters in the address of somebody who comes to sign in. */
interface Arrival {
  /** The code of a sign-in link. */
  code: string | undefined;
  /** The gateway's word for why somebody came back from the identity provider without a session. */
  failure: string | undefined;
}

/** A link that somebody opened: what it leads to, and its secret. */
interface OpenedLink {
  kind: 'invitation' | 'reset' | 'email';
  token: string;
}

/** The link that is open, until it is used or left. */
export const openedLink = signal<OpenedLink | undefined>(undefined);

const LINK = /^#(sign-in|invitation|reset|email)=([\w-]+)$/;
const FAILURE = 'sign_in';

/** True while the address is a link that signs somebody in, invites them or lets them back in. */
export const isLink = (): boolean => LINK.test(location.hash);

/** Takes it out of the address and the history, where a secret must not stay and a reload would repeat it. */
const takeArrival = (): Arrival => {
  const address = new URL(location.href);
  const [, kind, secret = ''] = LINK.exec(address.hash) ?? [];
  const failure = address.searchParams.get(FAILURE) ?? undefined;
  if (kind !== undefined) address.hash = '';
  address.searchParams.delete(FAILURE);
  if (kind !== undefined || failure !== undefined)
    history.replaceState(null, '', address.pathname + address.search + address.hash);
  if (kind === 'invitation' || kind === 'reset' || kind === 'email')
    openedLink.value = { kind, token: secret };
  return { code: kind === 'sign-in' ? secret : undefined, failure };
};

/** Session of a key, or of a member of the organisation. */
export interface Session {
  key_id: string | null;
  member: {
    id: string;
    email: string;
    role: string;
    /** False for those whom an identity provider vouches for. */
    has_account: boolean;
    organisation_name: string;
  } | null;
  name: string;
  organisation: string;
  scopes: readonly string[];
}

/** The session; null when there is none, undefined until that is known. */
export const session = signal<Session | null | undefined>(undefined);

/** One that ended by itself. Its screens wait out of sight, with what was typed into them. */
export const endedSession = signal<Session | undefined>(undefined);

/** Why somebody who came to sign in was not: the gateway's word for it, or `link`. */
export const signInFailure = signal<string | undefined>(undefined);

const PATH = '/console/session';

/** The gateway says in the page that the browser has sent no session: then there is none to ask for. */
const isSignedOut = (): boolean =>
  document.querySelector<HTMLMetaElement>('meta[name="console-session"]')?.content === 'none';

const send = async (method: string, body?: unknown): Promise<Session> => {
  const answer = await platform.request({ method, path: PATH, body, maxRetries: 0 });
  return (answer.body as { data: Session } | undefined)?.data as Session;
};

/** A wrong password of somebody who is signed in ends no session. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401 && error.code !== 'wrong_credentials';

/** True from the opening of a sign-in link until its owner has seen the console. */
export const cameByLink = signal(false);

/** Goes on with a session that was just started. */
export const adoptSession = (started: Session): void => {
  session.value = started;
  signInFailure.value = undefined;
  endedSession.value = undefined;
};

/** The code of a link stays here until the gateway has answered, so that one may try again. */
let code: string | undefined;

const signInByLink = async (): Promise<void> => {
  try {
    session.value = await send('POST', { code });
    cameByLink.value = true;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    signInFailure.value = 'link';
  }
  code = undefined;
};

/** Signs in by the link that was opened; else asks whether the browser has a session that holds. */
export const resumeSession = async (): Promise<void> => {
  const arrival = takeArrival();
  code = arrival.code ?? code;
  signInFailure.value = arrival.failure ?? signInFailure.value;
  if (code !== undefined) await signInByLink();
  if (session.value) return;
  // Somebody who opens a link twice may be signed in from the first time.
  if (isSignedOut()) {
    session.value = null;
    return;
  }
  try {
    session.value = await send('GET');
    signInFailure.value = undefined;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    session.value = null;
  }
};

/** Identifies the owner of a session. */
export const ownerOf = ({ organisation, key_id: key, member }: Session): string =>
  [organisation, key, member?.id].join(' ');

/** Trades a key for a session. @throws ApiError 401 for a key that isn't valid */
export const signIn = async (key: string): Promise<void> => {
  adoptSession(await send('POST', { key }));
};

/** The beginning of the names under which what was typed and not sent is kept. */
export const DRAFT_PREFIX = 'console-draft ';

/** Removes all drafts, so that a sign-out leaves nothing behind. */
const forgetDrafts = (): void => {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(DRAFT_PREFIX)) sessionStorage.removeItem(key);
};

/** Ends the session, here and at the gateway. */
export const signOut = async (): Promise<void> => {
  await finishPending();
  try {
    await send('DELETE');
  } catch (error) {
    // It has ended already.
    if (!isRefusal(error)) throw error;
  }
  forgetDrafts();
  session.value = null;
  endedSession.value = undefined;
};

/** Ends all sessions of the same key or member, on every device. */
export const signOutEverywhere = async (): Promise<void> => {
  await finishPending();
  await platform.sessions.endAll();
  forgetDrafts();
  session.value = null;
};

/**
 * Ends a session here that the gateway no longer knows.
 * @returns true if the error says so
 */
export const noticeEndedSession = (error: unknown): boolean => {
  if (!isRefusal(error)) return false;
  if (session.value) {
    endedSession.value = session.value;
    signInFailure.value = 'ended';
    session.value = null;
  }
  return true;
};

/** True if the session's scopes allow it. */
export const may = (scope: Scope): boolean =>
  grants((session.value ?? endedSession.value)?.scopes ?? [], scope);

import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

import { finishPending } from '../ui/notices.tsx';
import { platform } from './platform.ts';
import { adoptSession } from './session.ts';
import type { Session } from './session.ts';

/** Ways to sign in that this platform offers. */
export interface Methods {
  /** True once somebody has an account. */
  account: boolean;
  passkey: boolean;
  oidc: boolean;
  /** True where new passwords are mailed. */
  reset_mail: boolean;
}

export const NO_METHODS: Methods = { account: false, passkey: false, oidc: false, reset_mail: false };

export const loadMethods = async (): Promise<Methods> => {
  const { body } = await platform.request({ method: 'GET', path: '/console/login/methods' });
  return { ...NO_METHODS, ...(body as { data?: Partial<Methods> }).data };
};

/** Leaves for the identity provider, which leads back to this screen. */
export const leaveForIdentityProvider = (): void => {
  location.assign(`/console/login?return=${encodeURIComponent(location.pathname)}`);
};

export type SecondStep = 'totp' | 'passkey' | 'recovery_code';

/** An organisation to sign in to. */
export interface Choice {
  id: string;
  name: string;
  role: 'owner' | 'editor' | 'viewer';
  is_invitation: boolean;
}

/** Steps that are left before somebody is signed in. */
export type SignInStep =
  | { state: 'second_factor'; steps: readonly SecondStep[] }
  | { state: 'organisation'; email: string; organisations: readonly Choice[] };

type Outcome = { state: 'signed_in'; session: Session } | SignInStep;

const post = async <Answer>(path: string, body: unknown = {}): Promise<Answer> => {
  const answer = await platform.request({
    method: 'POST',
    path: `/console/accounts/${path}`,
    body,
    maxRetries: 0,
  });
  return (answer.body as { data: Answer }).data;
};

/** Signs in where nothing is left to do; else returns what is. */
const proceed = async (path: string, body: unknown): Promise<SignInStep | undefined> => {
  const outcome = await post<Outcome>(path, body);
  if (outcome.state !== 'signed_in') return outcome;
  adoptSession(outcome.session);
  return undefined;
};

export const signInWithPassword = (email: string, password: string): Promise<SignInStep | undefined> =>
  proceed('sign-in', { email, password });

export const sendCode = (code: string): Promise<SignInStep | undefined> => proceed('second-factor', { code });

export const chooseOrganisation = (organisation: string): Promise<SignInStep | undefined> =>
  proceed('organisation', { organisation });

/** Goes on in another of one's organisations. */
export const switchOrganisation = async (organisation: string): Promise<SignInStep | undefined> => {
  await finishPending();
  return proceed('switch', { organisation });
};

interface PasskeyRequest<Options> {
  options: Options;
  attempt: string;
}

/** The answer of a passkey that the browser asks for. @throws an error of the browser if nobody gives one */
export const answerWithPasskey = async ({
  options,
  attempt,
}: PasskeyRequest<unknown>): Promise<{ attempt: string; passkey: object }> => {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  return { attempt, passkey: await startAuthentication({ optionsJSON }) };
};

/** A new passkey, which the browser makes. @throws an error of the browser if nobody lets it */
export const makePasskey = async ({
  options,
  attempt,
}: PasskeyRequest<unknown>): Promise<{ attempt: string; passkey: object }> => {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  return { attempt, passkey: await startRegistration({ optionsJSON }) };
};

export const signInWithPasskey = async (): Promise<SignInStep | undefined> =>
  proceed('passkey', await answerWithPasskey(await post('passkey/options')));

/** True for what a browser throws when a passkey is asked for in vain. */
export const isPasskeyRefusal = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');

/** An invitation as whoever has its link sees it. */
export interface Invitation {
  organisation: string;
  email: string;
  role: Choice['role'];
  expires_at: string | null;
  /** The address of whoever is signed in here as somebody; null: nobody is. */
  signed_in_as: string | null;
  /** True if they belong to the organisation already. */
  belongs: boolean;
}

export const showInvitation = (token: string): Promise<Invitation> => post('invitation', { token });

/** Makes an account and signs in with it. */
export const join = async (token: string, name: string, password: string): Promise<void> => {
  await proceed('invitation/join', { token, name, password });
};

export const joinWithPasskey = async (token: string, name: string): Promise<void> => {
  const made = await makePasskey(await post('invitation/passkey', { token }));
  await proceed('invitation/join', { token, name, ...made });
};

export const joinAsYourself = async (token: string): Promise<void> => {
  await proceed('invitation/join-as-yourself', { token });
};

export const requestReset = (email: string): Promise<unknown> => post('reset', { email });

export const showReset = (token: string): Promise<{ email: string; removes_second_factor: boolean }> =>
  post('reset/show', { token });

export const resetPassword = (token: string, password: string): Promise<unknown> =>
  post('reset/password', { token, password });

/** The secret of a link that somebody made. */
export const tokenOf = (url: string): string => new URL(url).hash.replace(/^#[\w-]+=/, '');

/** True where nobody has joined as an owner yet, so that only keys manage the organisation. */
export const lacksOwner = async (): Promise<boolean> => {
  const members = await platform.members.list().all();
  return !members.some(({ role, status }) => role === 'owner' && status === 'joined');
};

import { signal } from '@preact/signals';

/** Parameters in the address of somebody who comes to sign in. */
export interface Arrival {
  /** The code of a sign-in link. */
  code: string | undefined;
  /** The gateway's word for why somebody came back from the identity provider without a session. */
  failure: string | undefined;
}

/** A link that somebody opened: what it leads to, and its secret. */
export interface OpenedLink {
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
export const takeArrival = (): Arrival => {
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

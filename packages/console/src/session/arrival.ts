/** What the address says of somebody who comes to sign in. */
export interface Arrival {
  /** The code of a sign-in link. */
  code: string | undefined;
  /** The gateway's word for why somebody came back from the identity provider without a session. */
  failure: string | undefined;
}

const LINK_FRAGMENT = '#sign-in=';
const FAILURE = 'sign_in';

/** True while the address is a sign-in link. */
export const isSignInLink = (): boolean => location.hash.startsWith(LINK_FRAGMENT);

/** Takes it out of the address and the history, where a code must not stay and a reload would repeat it. */
export const takeArrival = (): Arrival => {
  const address = new URL(location.href);
  const code = isSignInLink() ? address.hash.slice(LINK_FRAGMENT.length) : undefined;
  const failure = address.searchParams.get(FAILURE) ?? undefined;
  if (code !== undefined) address.hash = '';
  address.searchParams.delete(FAILURE);
  if (code !== undefined || failure !== undefined)
    history.replaceState(null, '', address.pathname + address.search + address.hash);
  return { code, failure };
};

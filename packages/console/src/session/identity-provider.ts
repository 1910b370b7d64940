import { platform } from './platform.ts';

/** True if members sign in at an identity provider here. */
export const hasIdentityProvider = async (): Promise<boolean> => {
  const { body } = await platform.request({ method: 'GET', path: '/console/login/methods' });
  return (body as { data?: { oidc?: boolean } }).data?.oidc === true;
};

/** Leaves for the identity provider, which leads back to this screen. */
export const leaveForIdentityProvider = (): void => {
  location.assign(`/console/login?return=${encodeURIComponent(location.pathname)}`);
};

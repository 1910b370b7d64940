/**
 * Follows a browser's way through an identity provider, with its cookies.
 * @returns where the provider sends the browser back to
 */
export const passIdentityProvider = async (start: string): Promise<URL> => {
  const origin = new URL(start).origin;
  const cookies = new Map<string, string>();
  let at = new URL(start);
  for (let step = 0; step < 10; step += 1) {
    if (at.origin !== origin) return at;
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(at, { redirect: 'manual', headers: { cookie } });
    await answer.arrayBuffer();
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const next = answer.headers.get('location');
    if (next === null) throw new Error(`The provider answered ${answer.status} at ${at.pathname}.`);
    at = new URL(next, at);
  }
  throw new Error('The provider redirects in circles.');
};

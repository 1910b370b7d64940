import { createHmac } from 'node:crypto';

import { explainConnection, provision } from '@platform/database';

import { SERVICE_NAMES } from './services.ts';
import type { ServiceName } from './services.ts';

/**
 * Makes a role and a schema for each service and returns the connection string of each. A role's
 * password follows from `secret`, so that platforms which share one database server agree on it. Where the
 * administrator may not make roles, all services use the administrator's own.
 * @throws a `SetupError` that names DATABASE_URL, says what is wrong with it and the way out
 */
export const provideDatabases = async (
  adminUrl: string,
  secret: string,
  log: (line: string) => void = () => undefined,
): Promise<Record<ServiceName, string>> => {
  const roles = SERVICE_NAMES.map((name) => ({
    name,
    password: createHmac('sha256', secret).update(`role ${name}`).digest('base64url'),
  }));
  const made = await provision(adminUrl, roles).catch((error: unknown) => {
    throw explainConnection(error, adminUrl);
  });
  if (made === 'one role')
    log(
      `The role ${new URL(adminUrl).username} may not make others, so all services use it. Roles of their own need: ALTER ROLE … CREATEROLE`,
    );
  const urls = roles.map(({ name, password }) => {
    const url = new URL(adminUrl);
    if (made === 'separate roles') [url.username, url.password] = [name, password];
    return [name, url.href] as const;
  });
  return Object.fromEntries(urls) as Record<ServiceName, string>;
};

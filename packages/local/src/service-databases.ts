import { createHmac } from 'node:crypto';

import { provision } from '@platform/database';

import { SERVICE_NAMES } from './services.ts';
import type { ServiceName } from './services.ts';

/**
 * Makes a role and a schema for each service and returns the connection string of each. A role's
 * password follows from `secret`, so that platforms which share one database server agree on it.
 */
export const provideDatabases = async (
  adminUrl: string,
  secret: string,
): Promise<Record<ServiceName, string>> => {
  const roles = SERVICE_NAMES.map((name) => ({
    name,
    password: createHmac('sha256', secret).update(`role ${name}`).digest('base64url'),
  }));
  await provision(adminUrl, roles);
  const urls = roles.map(({ name, password }) => {
    const url = new URL(adminUrl);
    [url.username, url.password] = [name, password];
    return [name, url.href] as const;
  });
  return Object.fromEntries(urls) as Record<ServiceName, string>;
};

import type { DataFolder } from './data-folder.ts';

/** The secret that the roles' passwords follow from: the administrator's password, if there is one. */
export const adminSecret = async (databaseUrl: string, folder: DataFolder): Promise<string> => {
  const { password } = new URL(databaseUrl);
  return password === '' ? folder.secret('roles-secret', () => crypto.randomUUID()) : password;
};

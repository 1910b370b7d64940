import pg from 'pg';

/** Runs `work` on one connection to `url`, and closes it. */
export const withAdmin = async <Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

/** The address of another database of the same server, for another role if one is given. */
export const databaseUrl = (
  base: string,
  database: string,
  role?: { name: string; password: string },
): string => {
  const url = new URL(base);
  url.pathname = `/${database}`;
  if (role) [url.username, url.password] = [role.name, role.password];
  return url.href;
};

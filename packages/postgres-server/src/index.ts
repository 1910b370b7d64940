export { startPostgresServer } from './start-postgres-server.ts';
export type { PostgresServer, PostgresServerOptions } from './start-postgres-server.ts';

export { startPostgresServer } from './start-postgres-server.ts';
export type { PostgresServer, PostgresServerOptions } from './start-postgres-server.ts';
export { copyData, putFile, startReplica } from './start-replica.ts';

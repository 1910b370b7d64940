export { startPostgresServer } from './start-postgres-server.ts';
export type { PostgresServer, PostgresServerOptions } from './start-postgres-server.ts';
export { copyData, putFile } from './copy-data.ts';
export { startReplica } from './start-replica.ts';

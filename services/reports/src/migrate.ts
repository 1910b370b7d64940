import { migrateService } from '@platform/database';
import { migrateQueues } from '@platform/queue';

await migrateService({
  schema: 'reports',
  directory: new URL('../migrations/', import.meta.url),
  environment: process.env,
  queues: (databaseUrl) => migrateQueues(databaseUrl, 'reports_queue'),
});

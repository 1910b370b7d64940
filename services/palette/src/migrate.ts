import { migrateService } from '@platform/database';
import { migrateQueues } from '@platform/queue';

await migrateService({
  schema: 'palette',
  directory: new URL('../migrations/', import.meta.url),
  environment: process.env,
  queues: (databaseUrl) => migrateQueues(databaseUrl, 'palette_queue'),
});

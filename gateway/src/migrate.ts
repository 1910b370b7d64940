import { migrateService } from '@platform/database';

await migrateService({
  schema: 'gateway',
  directory: new URL('../migrations/', import.meta.url),
  environment: process.env,
});

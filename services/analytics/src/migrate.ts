import { migrateService } from '@platform/database';

await migrateService({
  schema: 'analytics',
  directory: new URL('../migrations/', import.meta.url),
  environment: process.env,
});

import type { FieldDocs } from '@platform/http';

/** What the fields of `/v1/status` mean. */
export const STATUS_FIELDS: FieldDocs = {
  'PlatformStatus.status': [
    '`down`: nobody serves one of the areas; `degraded`: something isn’t quite right, or a queue has no worker',
    'ok',
  ],
  checked_at: ['When the processes were asked'],
  instances: ['The gateway that answers, and every instance of the services'],
  'Instance.area': ['The service', 'reports'],
  'Instance.address': ['Where the gateway reaches it; null: the gateway itself', 'http://reports:8082'],
  'Instance.status': [
    '`unavailable`: it answers and can’t serve; `unreachable`: it doesn’t answer within two seconds',
    'ok',
  ],
  circuit: [
    'The circuit breaker: `open` gets no requests while there are others; null: the gateway itself',
    'closed',
  ],
  pending: ['Requests of this gateway that it hasn’t answered in full; null: the gateway itself', 3],
  failing: ['Dependencies that it needs and can’t use', ['database']],
  degraded: ['Dependencies that it manages without for the time being', ['writes']],
  version: ['The platform’s version; null: not known', '0.2.0'],
  node: ['The version of Node.js; null: not known', '24.21.0'],
  schema: ['The last migration of its database schema; null: not known', '20261122_webhooks'],
  started_at: ['When the process started; null: not known'],
  'PlatformStatus.queues': ['Work waiting to be done in the background'],
  'queues.area': ['Whose queue it is', 'palette'],
  'Queue.area': ['Whose queue it is', 'palette'],
  'Queue.name': ['The queue', 'exports'],
  waiting: ['Jobs that could be done now; null: nobody can read the queue', 12],
  active: ['Jobs under way; null: nobody can read the queue', 2],
  delayed: ['Jobs scheduled for later, such as a retry; null: nobody can read the queue', 1],
  workers: [
    'The processes that do the jobs; null: the queue’s server doesn’t say',
    [{ version: '0.2.0', node: '24.21.0' }],
  ],
};

import { managementDialect } from '@platform/http';
import type { Dialect } from '@platform/http';

/** Answers and errors as Plausible's clients expect them: bare, and 400 for what can't be understood. */
export const plausibleDialect: Dialect = {
  ...managementDialect,
  prefix: '/api',
  bodyTypes: ['application/json'],
  statusOf: (kind) => (kind === 'invalid' ? 400 : managementDialect.statusOf(kind)),
  render: (reply) => JSON.stringify(reply.kind === 'one' ? reply.data : {}),
  renderError: (error, status, requestId) => ({
    ...(managementDialect.renderError(error, status, requestId) as object),
    error: error.details[0]?.message ?? error.message,
  }),
  wrapSchema: (_, data) => data,
  errorComponent: 'PlausibleProblem',
  components: {
    PlausibleProblem: {
      type: 'object',
      properties: {
        error: {
          type: 'string',
          description: 'What is wrong, in English; errors from the gateway have it in `message`',
        },
        message: { type: 'string', description: 'The same without the field' },
        code: { type: 'string', description: 'Stable and machine-readable; docs/errors.md lists all codes' },
      },
      required: ['message', 'code'],
    },
  },
};

export { AppError, isAppError } from './app-error.ts';
export type { AppErrorOptions, ErrorDetail, ErrorKind } from './app-error.ts';
export {
  badGateway,
  badRequest,
  conflict,
  forbidden,
  gatewayTimeout,
  internal,
  invalid,
  methodNotAllowed,
  notFound,
  payloadTooLarge,
  rateLimited,
  unauthenticated,
  unavailable,
  unsupportedMediaType,
} from './kinds.ts';

export { AppError, isAppError } from './app-error.ts';
export type { AppErrorOptions, ErrorDetail, ErrorKind } from './app-error.ts';
export {
  badRequest,
  conflict,
  forbidden,
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

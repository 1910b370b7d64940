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
  preconditionFailed,
  protectedResource,
  quotaExceeded,
  rateLimited,
  unauthenticated,
  unavailable,
  unsupportedMediaType,
} from './kinds.ts';
export { ERROR_CATALOGUE, KIND_CODES } from './catalogue.ts';
export type { CatalogueEntry } from './catalogue.ts';
export { createTranslate, LANGUAGES } from './language.ts';
export type { Language, Sentence, Translate } from './language.ts';
export { faultIn, messageIn } from './german/messages.ts';

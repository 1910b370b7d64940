export { refuseAbandoned } from './awaited-request.ts';
export { createServiceApp, wellFormedUrl } from './service-app.ts';
export type { ServiceAppOptions } from './service-app.ts';
export { createRouter, endpoint } from './endpoint.ts';
export type {
  ApiRouter,
  BodyRead,
  Endpoint,
  EndpointContext,
  EndpointDefinition,
  HttpMethod,
  SentBody,
} from './endpoint.ts';
export { languageOf, negotiateLanguage } from './language.ts';
export { entityTag, isKnown, satisfiesIfMatch } from './entity-tag.ts';
export {
  accepted,
  created,
  createdJson,
  deleted,
  ok,
  okJson,
  page,
  sendFileInPieces,
  toCsv,
} from './reply.ts';
export type { CsvCell, Page, Reply } from './reply.ts';
export { integerId, textParam, typeId } from './path-params.ts';
export type { PathParam } from './path-params.ts';
export { envelopeDialect } from './envelope-dialect.ts';
export { managementDialect } from './management-dialect.ts';
export type { Dialect } from './dialect.ts';
export { createIdempotency, fingerprintOf } from './idempotency.ts';
export type { Idempotency, RepeatableRequest } from './idempotency.ts';
export {
  createCursors,
  cursorPageJson,
  cursorPageQuery,
  cursorPageSchema,
  listSchema,
  nameSchema,
  readCursorPage,
} from './cursor-page.ts';
export type { CursorPage, CursorPageQuery, Cursors } from './cursor-page.ts';
export { mountRouter, preferencesOf } from './mount-router.ts';
export type { Preferences } from './mount-router.ts';
export { sayCost } from './metering.ts';
export { findUnstorable, validate } from './validate.ts';
export { readJsonInput } from './read-body.ts';
export { authenticate, callerOf } from './authenticate.ts';
export { HIT_HEADERS, PASS_HITS_HEADER, VERDICTS_TYPE } from './passed-hits.ts';
export type { HitVerdict, PassedHit } from './passed-hits.ts';
export { createHealth, createProbeApp, healthRouter, readProcessStatus } from './health.ts';
export type { Health, ProbeAppOptions, ProcessStatus, StatusSources } from './health.ts';
export { metricsRouter, observeRequests } from './request-metrics.ts';
export { acceptRequestId, loggedPath, requestId, requestIdOf, requestLog } from './request-log.ts';
export { CLAIMED_FOR_HEADER, clientAddressOf, peerOf, readAddress } from './client-address.ts';
export type { ClientAddress, RequestOrigin } from './client-address.ts';
export { sendError, toAppError } from './send-error.ts';
export { createOpenApi } from './openapi/create-openapi.ts';
export type { OpenApiDocument } from './openapi/create-openapi.ts';
export type { FieldDocs } from './openapi/field-docs.ts';

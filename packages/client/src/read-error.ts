import { ApiError } from './platform-error.ts';
import type { FieldErrors } from './platform-error.ts';
import { retryAfterSeconds } from './retry-delay.ts';

/** Errors of `/api/v1` and of `/v1` in one: each has some of these. */
interface ErrorBody {
  code?: string;
  message?: string;
  errors?: Record<string, string[]>;
  request_id?: string;
  error?: { code?: string; message?: string; details?: { field: string; message: string }[] };
  meta?: { request_id?: string };
}

const parse = (text: string): ErrorBody => {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    // A proxy on the way answers with a page of its own.
    return {};
  }
};

const fieldsOf = ({ errors, error }: ErrorBody): FieldErrors => {
  const fields = new Map(Object.entries(errors ?? {}));
  for (const { field, message } of error?.details ?? [])
    fields.set(field, [...(fields.get(field) ?? []), message]);
  return Object.fromEntries(fields);
};

/** Makes the error of an answer whose status isn't 2xx, in either dialect. */
export const readError = (response: Response, text: string): ApiError => {
  const body = parse(text);
  const { status } = response;
  return new ApiError({
    code: body.error?.code ?? body.code ?? `http_${status}`,
    message: body.error?.message ?? body.message ?? `The platform answered ${status}.`,
    status,
    requestId: body.meta?.request_id ?? body.request_id ?? response.headers.get('X-Request-Id') ?? undefined,
    fields: fieldsOf(body),
    retryAfterSeconds: retryAfterSeconds(response.headers.get('Retry-After')),
  });
};

import { invalid } from '@platform/errors';
import type { AppError } from '@platform/errors';
import { findUnstorable } from '@platform/http';
import type { Caller, Scope } from '@platform/identity';
import type { ObjectSchema, ValidationResult } from 'joi';

/** A request of another product's client to its interface. */
export interface ProductCall {
  readonly caller: Caller;
  /** The key in the path, as it was sent; nothing is known about it yet. */
  readonly siteKey: string;
  /** Parameters in the path. */
  readonly params: Readonly<Record<string, string>>;
  /** A parameter that is sent several times has its values separated by commas. */
  readonly query: Readonly<Record<string, string>>;
  /** The JSON of the body; an empty object for none. */
  readonly body: unknown;
  /** Public address of the request’s path. */
  readonly address: string;
}

export interface ProductAnswer {
  readonly status: number;
  /** Sent as JSON; nothing is sent without it. */
  readonly body?: unknown;
  /** Address of what was made. */
  readonly location?: string;
}

interface ProductEndpointOf<Call> {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** Below the path that names the website, with `:parameters`. */
  readonly path: string;
  /** @throws AppError */
  readonly answer: (call: Call) => Promise<ProductAnswer> | ProductAnswer;
}

/** An endpoint for those whose key has the scope, or for anybody. */
export type ProductEndpoint =
  | (ProductEndpointOf<ProductCall> & { readonly scope: Scope })
  | (ProductEndpointOf<Omit<ProductCall, 'caller'> & { readonly caller: Caller | null }> & {
      readonly scope: null;
    });

/** The interface of another product, as far as it is answered here. */
export interface ProductApi {
  readonly endpoints: readonly ProductEndpoint[];
  /** An error as the product's clients read it. */
  readonly errorOf: (error: AppError) => { readonly status: number; readonly body: unknown };
}

/** Answers with JSON. */
export const answered = (body: unknown): ProductAnswer => ({ status: 200, body });

/**
 * Reads a query or a body. Unknown fields are left aside: products have more than is answered here.
 * @throws AppError `invalid` that names every refused field
 */
export const readFields = <Value>(schema: ObjectSchema<Value>, given: unknown): Value => {
  const faults = findUnstorable(given);
  if (faults.length > 0) throw invalid(faults);
  const read: ValidationResult<Value> = schema.validate(given, {
    abortEarly: false,
    stripUnknown: true,
    errors: { wrap: { label: false } },
  });
  if (read.error)
    throw invalid(
      read.error.details.map(({ path, message }) => ({ field: path.join('.') || 'body', message })),
    );
  return read.value;
};

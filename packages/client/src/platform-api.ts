import type { OPERATIONS } from './generated/operations.ts';
import type { operations } from './generated/schema.ts';
import type { Paged } from './paged.ts';
import type { RequestOptions } from './transport.ts';

type Table = typeof OPERATIONS;

/** Names of all operations, such as `websites.list`. */
export type OperationId = keyof Table & keyof operations;

/** `GET /things/{id} query page` in parts. */
type Path<Line> = Line extends `${string} ${infer Found} ${string} ${string}` ? Found : never;
type InputKind<Line> = Line extends `${string} ${string} ${infer Found} ${string}` ? Found : never;
type OutputKind<Line> = Line extends `${string} ${string} ${string} ${infer Found}` ? Found : never;

type Names<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? readonly [Name, ...Names<Rest>]
  : readonly [];

type PathValue<Id extends OperationId, Name> = operations[Id] extends {
  parameters: { path: Record<Name & string, infer Value> };
}
  ? Value
  : string | number;

type Values<Id extends OperationId, List extends readonly unknown[]> = List extends readonly [
  infer Name,
  ...infer Rest,
]
  ? [PathValue<Id, Name>, ...Values<Id, Rest>]
  : [];

type PathValues<Id extends OperationId> = Values<Id, Names<Path<Table[Id]>>>;

type Query<Id extends OperationId> = operations[Id] extends { parameters: { query?: infer Found } }
  ? NonNullable<Found>
  : never;

type Body<Id extends OperationId> = operations[Id] extends {
  requestBody?: { content: { 'application/json': infer Found } };
}
  ? Found
  : never;

/** Input of an operation besides its path: a body, or query parameters. */
export type Input<Id extends OperationId> =
  InputKind<Table[Id]> extends 'body'
    ? Body<Id>
    : InputKind<Table[Id]> extends 'query'
      ? Query<Id>
      : undefined;

type Success<Responses> = {
  [Status in keyof Responses]: Status extends 200 | 201 | 202
    ? Responses[Status] extends { content: { 'application/json': infer Json } }
      ? Json
      : never
    : never;
}[keyof Responses];

type Json<Id extends OperationId> = Success<operations[Id]['responses']>;

/** The record in an answer; for a deletion, the answer itself. */
export type Output<Id extends OperationId> = Json<Id> extends { data: infer Data } ? Data : Json<Id>;

/** One item of a list. */
export type Item<Id extends OperationId> =
  Output<Id> extends readonly (infer One)[]
    ? One
    : Output<Id> extends { items: readonly (infer One)[] }
      ? One
      : never;

type Meta<Id extends OperationId> = Json<Id> extends { meta: infer Found } ? Found : undefined;

/** A result, with the HTTP answer behind it for headers such as `ETag`. */
export interface Answered<Data> extends Promise<Data> {
  withResponse(): Promise<{ data: Data; response: Response }>;
}

type Result<Id extends OperationId> =
  OutputKind<Table[Id]> extends 'page' | 'cursor'
    ? Paged<Item<Id>, Meta<Id>>
    : OutputKind<Table[Id]> extends 'file'
      ? Promise<Response>
      : Answered<Output<Id>>;

type Arguments<Id extends OperationId, Options> =
  InputKind<Table[Id]> extends 'none'
    ? [...PathValues<Id>, options?: Options]
    : Partial<Input<Id>> extends Input<Id>
      ? [...PathValues<Id>, input?: Input<Id>, options?: Options]
      : [...PathValues<Id>, input: Input<Id>, options?: Options];

type FileArguments<Id extends OperationId> =
  InputKind<Table[Id]> extends 'none'
    ? [...PathValues<Id>, options: FileOptions]
    : [...PathValues<Id>, input: Input<Id> | undefined, options: FileOptions];

/**
 * Asks for another media type than JSON, such as `text/csv` or `image/png`; gives the `Response`. Reading
 * its body is the caller's: time-outs and retries end with its headers.
 */
export interface FileOptions extends RequestOptions {
  accept: string;
}

interface JsonOptions extends RequestOptions {
  accept?: never;
}

/** Calls an operation: the values of its path, then its body or query, then options. */
export interface Method<Id extends OperationId> {
  (...args: Arguments<Id, JsonOptions>): Result<Id>;
  (...args: FileArguments<Id>): Promise<Response>;
}

/** First parts of the names below a prefix. */
type Children<Prefix extends string> = OperationId extends infer Id
  ? Id extends `${Prefix}${infer Rest}`
    ? Rest extends `${infer Head}.${string}`
      ? Head
      : Rest
    : never
  : never;

type Branch<Prefix extends string> = {
  readonly [Name in Children<Prefix>]: (`${Prefix}${Name}` extends OperationId
    ? Method<`${Prefix}${Name}`>
    : unknown) &
    Branch<`${Prefix}${Name}.`>;
};

/** All operations of the document as methods: `websites.list` is `operations.websites.list()`. */
export type Operations = Branch<''>;

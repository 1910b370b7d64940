/** A handler's answer; the dialect gives it its JSON shape. */
export type Reply = ReplyHead &
  (OneReply | { kind: 'deleted'; id: number | string; object: string } | { kind: 'page'; page: Page });

interface OneReply {
  kind: 'one';
  data: unknown;
  /** `data` in JSON, where it was written already. */
  json?: string;
}

interface ReplyHead {
  status: number;
  headers?: Readonly<Record<string, string>>;
  /**
   * What is left to do after the record is committed, such as waiting for a worker. It gives the
   * answer that is sent; this one is what a repeated request gets if the process dies meanwhile.
   */
  afterCommit?: () => Promise<Reply>;
  /** Names of the request's fields that were ignored. */
  ignored?: readonly string[];
}

/** One page of a numbered list. */
export interface Page {
  items: readonly unknown[];
  /** Items on all pages. */
  total: number;
  /** From 1. */
  number: number;
  perPage: number;
}

/** The record of an answer in JSON. */
export const jsonOf = ({ data, json }: OneReply): string => json ?? JSON.stringify(data ?? null);

type Headers = Readonly<Record<string, string>>;

/** 200 with a record. */
export const ok = (data: unknown, headers: Headers = {}): Reply => ({
  kind: 'one',
  status: 200,
  data,
  headers,
});

/** 200 with a record that was written as JSON already. */
export const okJson = (json: string): Reply => ({ kind: 'one', status: 200, data: undefined, json });

/** 201 with the new record, and its address as `Location`. */
export const created = (data: unknown, location: string, headers: Headers = {}): Reply => ({
  kind: 'one',
  status: 201,
  data,
  headers: { Location: location, ...headers },
});

/** 202 with the record of the work to do. */
export const accepted = (data: unknown, headers: Headers = {}): Reply => ({
  kind: 'one',
  status: 202,
  data,
  headers,
});

/** 200 that names the deleted record. */
export const deleted = (id: number | string, object: string): Reply => ({
  kind: 'deleted',
  status: 200,
  id,
  object,
});

/** 200 with one page of a numbered list. */
export const page = (content: Page): Reply => ({ kind: 'page', status: 200, page: content });

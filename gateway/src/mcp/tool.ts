import { grants } from '@platform/identity';
import type { Scope } from '@platform/identity';
import { z } from 'zod';
import type { ZodObject, ZodRawShape, ZodType } from 'zod';

import type { CallPlatform, OwnCall } from './own-calls.ts';

/** The platform refused a call. */
export class RefusedCall extends Error {
  override readonly name = 'RefusedCall';
}

export type Item = Readonly<Record<string, unknown>>;

/** A page of a list. */
export interface Page {
  readonly items: readonly Item[];
  /** The total, where the list counts it. */
  readonly total?: number;
  /** The argument for the next page: its number, or a cursor. */
  readonly next?: number | string;
}

/** The platform, asked in the client's name. */
export interface Platform {
  /** Gives `data` of an answer, or the text of a file. @throws RefusedCall with the platform's own words */
  read(call: OwnCall): Promise<unknown>;
  /** Gives a page of a list in either dialect. @throws RefusedCall */
  list(path: string, query: Query): Promise<Page>;
}

/** A tool of the MCP server. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** A key without one of these neither sees nor uses it. */
  readonly scopes: readonly Scope[];
  readonly input: ZodObject;
  /** False if each call makes a record. */
  readonly readOnly: boolean;
  /** True if it fetches what strangers wrote. */
  readonly openWorld: boolean;
  readonly run: (input: never, platform: Platform) => Promise<unknown>;
}

type Input<Shape extends ZodRawShape> = {
  [Name in keyof Shape]: Shape[Name] extends ZodType<infer Value> ? Value : never;
};

/** Declares a tool; its input has been validated by `input`, which refuses other names. */
export const defineTool = <Shape extends ZodRawShape>(
  tool: Omit<Tool, 'input' | 'run' | 'openWorld'> & {
    readonly input: Shape;
    readonly openWorld?: boolean;
    readonly run: (input: Input<Shape>, platform: Platform) => Promise<unknown>;
  },
): Tool => ({ ...tool, openWorld: tool.openWorld ?? false, input: z.strictObject(tool.input) });

/** True if a key with the scopes `granted` may use what needs all of `required`. */
export const mayUse = (granted: readonly string[], required: readonly Scope[]): boolean =>
  required.every((scope) => grants(granted, scope));

interface Problem {
  readonly message?: string;
  readonly error?: { readonly message?: string; readonly details?: unknown };
  readonly errors?: unknown;
}

interface Listed {
  readonly data: readonly Item[] | { readonly items: readonly Item[]; readonly next_cursor?: string };
  readonly meta: {
    readonly current_page?: number;
    readonly last_page?: number;
    readonly total?: number;
  };
}

const asObject = (body: unknown): object => (typeof body === 'object' && body !== null ? body : {});

const toRefusal = (status: number, body: unknown): RefusedCall => {
  const { message, error, errors } = asObject(body) as Problem;
  const details = errors ?? error?.details;
  const suffix = details === undefined ? '' : ` ${JSON.stringify(details)}`;
  return new RefusedCall(`${status}: ${message ?? error?.message ?? 'The request was refused.'}${suffix}`);
};

/** Reads answers of the platform; its refusals become errors. */
export const createPlatform = (callPlatform: CallPlatform): Platform => {
  const answerTo = async (call: OwnCall): Promise<unknown> => {
    const { status, body } = await callPlatform(call);
    if (status >= 200 && status < 300) return body;
    throw toRefusal(status, body);
  };
  return {
    async read(call) {
      const body = await answerTo(call);
      return 'data' in asObject(body) ? (body as { data: unknown }).data : body;
    },
    async list(path, query) {
      const { data, meta } = (await answerTo({ method: 'GET', path: `${path}?${queryOf(query)}` })) as Listed;
      if (!('items' in data)) {
        const { current_page: current = 1, last_page: last = 1, total = data.length } = meta;
        return { items: data, total, ...(current < last && { next: current + 1 }) };
      }
      return { items: data.items, ...(data.next_cursor !== undefined && { next: data.next_cursor }) };
    },
  };
};

type Query = Readonly<Record<string, string | number | undefined>>;

/** A query string of the values that are given. */
export const queryOf = (values: Query): string => {
  const given = Object.entries(values).filter(
    (entry): entry is [string, string | number] => entry[1] !== undefined,
  );
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
};

/** The fields of a record that an assistant reads, without those that have no value. */
export const pick = (record: unknown, names: readonly string[]): Item => {
  const fields = asObject(record) as Item;
  return Object.fromEntries(
    names.map((name) => [name, fields[name]] as const).filter(([, value]) => value != null),
  );
};

/**
 * A page as an assistant reads it: few fields of each record, how many there are, and what to ask
 * for next.
 * @param next the name of the argument that asks for it
 */
export const pageOf = (
  page: Page,
  next: 'page' | 'cursor',
  compact: (item: Item) => Item,
): Record<string, unknown> => ({
  items: page.items.map(compact),
  ...(page.total !== undefined && { total: page.total }),
  ...(page.next !== undefined && { [`next_${next}`]: page.next }),
});

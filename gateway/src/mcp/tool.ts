import type { ZodRawShape, ZodType } from 'zod';

import type { CallPlatform, OwnCall } from './own-calls.ts';

/** The platform refused a call. */
export class RefusedCall extends Error {
  override readonly name = 'RefusedCall';
}

/** Sends a call and gives `data` of its answer. @throws RefusedCall with the platform's own words */
export type ReadData = (call: OwnCall) => Promise<unknown>;

/** A tool of the MCP server. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: ZodRawShape;
  /** False if each call makes a record. */
  readonly readOnly: boolean;
  readonly run: (input: never, read: ReadData) => Promise<unknown>;
}

type Input<Shape extends ZodRawShape> = {
  [Name in keyof Shape]: Shape[Name] extends ZodType<infer Value> ? Value : never;
};

/** Declares a tool; its input has been validated by `input`. */
export const defineTool = <Shape extends ZodRawShape>(
  tool: Omit<Tool, 'input' | 'run'> & {
    readonly input: Shape;
    readonly run: (input: Input<Shape>, read: ReadData) => Promise<unknown>;
  },
): Tool => tool;

interface Problem {
  readonly message?: string;
  readonly error?: { readonly message?: string; readonly details?: unknown };
  readonly errors?: unknown;
}

/** The answer of the platform, or its refusal as an error. */
export const createReadData =
  (callPlatform: CallPlatform): ReadData =>
  async (call) => {
    const { status, body } = await callPlatform(call);
    if (status >= 200 && status < 300)
      return typeof body === 'object' && body !== null && 'data' in body ? body.data : body;
    const { message, error, errors } = (typeof body === 'object' && body !== null ? body : {}) as Problem;
    const details = errors ?? error?.details;
    const suffix = details === undefined ? '' : ` ${JSON.stringify(details)}`;
    throw new RefusedCall(`${status}: ${message ?? error?.message ?? 'The request was refused.'}${suffix}`);
  };

/** A query string of the values that are given. */
export const queryOf = (values: Readonly<Record<string, string | number | undefined>>): string => {
  const given = Object.entries(values).filter(
    (entry): entry is [string, string | number] => entry[1] !== undefined,
  );
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
};

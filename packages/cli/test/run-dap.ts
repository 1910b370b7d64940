import { runCli } from '../src/run-cli.ts';

export interface Ran {
  exitCode: number;
  out: string;
  err: string;
  /** Parses the output of `--json`. */
  json: () => unknown;
}

/** Runs a command line in this process. */
export const runDap = async (
  argv: readonly string[],
  { cwd = process.cwd(), env = {} }: { cwd?: string; env?: Record<string, string> } = {},
): Promise<Ran> => {
  let [out, err] = ['', ''];
  const exitCode = await runCli(argv, {
    env,
    cwd,
    out: (text) => (out += text),
    err: (text) => (err += text),
  });
  return { exitCode, out, err, json: () => JSON.parse(out) as unknown };
};

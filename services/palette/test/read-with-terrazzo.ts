import { defineConfig, parse } from '@terrazzo/parser';

/** Reads a DTCG file with Terrazzo: its tokens, and what it warns of. */
export const readWithTerrazzo = async (src: string) => {
  const said: string[] = [];
  const logger = new Proxy(
    { level: 'info', debugScope: '*', errorCount: 0, warnCount: 0, infoCount: 0, debugCount: 0 },
    {
      get: (target, name) =>
        Reflect.get(target, name) ??
        ((...entries: { message?: string }[]) => {
          const messages = entries.map(({ message }) => message ?? '');
          // Its own logger ends with errors, too.
          if (name === 'error') throw new Error(messages.join(' '));
          if (name === 'warn') said.push(...messages);
        }),
    },
  ) as never;
  const cwd = new URL('file:///tokens/');
  const config = defineConfig({ lint: { rules: {} } }, { cwd, logger });
  const { tokens } = await parse([{ filename: new URL('a.tokens.json', cwd), src }], { config, logger });
  return { tokens, said };
};

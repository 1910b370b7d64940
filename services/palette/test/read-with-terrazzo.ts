import { defineConfig, parse } from '@terrazzo/parser';

const CWD = new URL('file:///tokens/');

/** Settings of Terrazzo, and where its warnings go. Its errors are thrown. */
const listen = () => {
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
  return { said, logger, config: defineConfig({ lint: { rules: {} } }, { cwd: CWD, logger }) };
};

/** Reads a DTCG file with Terrazzo: its tokens, and what it warns of. */
export const readWithTerrazzo = async (src: string) => {
  const { said, ...options } = listen();
  const { tokens } = await parse([{ filename: new URL('a.tokens.json', CWD), src }], options);
  return { tokens, said };
};

/** Reads a resolver document with Terrazzo: the tokens in a context, and what it warns of. */
export const readResolverWithTerrazzo = async (src: string) => {
  const { said, ...options } = listen();
  const { resolver } = await parse([{ filename: new URL('theme.resolver.json', CWD), src }], options);
  return { said, apply: (input: Record<string, string>) => resolver.apply(input) };
};

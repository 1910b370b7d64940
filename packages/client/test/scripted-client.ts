import { createPlatform } from '@platform/client';

import { startScriptedServer } from './scripted-server.ts';
import type { ScriptedAnswer, ScriptedServer } from './scripted-server.ts';

/** An answer that holds a website. */
export const website = { body: { data: { id: 1, domain: 'a.example' }, status: 200 } };

/** For the suite that calls this: clients of servers, which are closed after each test. */
export const useScriptedClients = () => {
  const servers: ScriptedServer[] = [];

  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close();
  });

  /** A client of a server that gives these answers in turn, the last one for ever. */
  return async (answers: ScriptedAnswer[], options: Parameters<typeof createPlatform>[0] = {}) => {
    const server = await startScriptedServer(
      (_, index) => answers[Math.min(index, answers.length - 1)] ?? {},
    );
    servers.push(server);
    const { url, requests } = server;
    return { platform: createPlatform({ url, key: 'dak_test', ...options }), requests, url };
  };
};

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { joinPlatform } from '@platform/testing';
import type { SharedPlatform } from '@platform/testing';

/** A small page to report on. */
const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page to report on</title>
<meta name="viewport" content="width=device-width"></head><body><h1>Hello</h1></body></html>`;

export interface Stage {
  platform: SharedPlatform;
  /** Address of a page that reports can be made of. */
  page: string;
  stop(): void;
}

/** The real platform, and a page for it to report on. */
export const startStage = async (): Promise<Stage> => {
  const server = createServer((request, response) => {
    const found = request.url === '/';
    response.writeHead(found ? 200 : 404, { 'Content-Type': 'text/html' }).end(found ? PAGE : 'no');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const platform = await joinPlatform();
  return {
    platform,
    page: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop() {
      server.close();
    },
  };
};

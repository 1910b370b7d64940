import { Agent } from 'node:http';

import express from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';

/**
 * Baseline for the gateway: Express and http-proxy-middleware with a keep-alive agent, and nothing
 * else. `node gateway-bare-proxy.ts <port> <target>`
 */
const [port = '0', target = ''] = process.argv.slice(2);
const app = express();
app.disable('x-powered-by');
app.use(createProxyMiddleware({ target, changeOrigin: true, agent: new Agent({ keepAlive: true }) }));
app.listen(Number(port), '127.0.0.1');

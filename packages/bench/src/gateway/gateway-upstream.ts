import { createServer } from 'node:http';

/** A service that answers at once with 300 bytes of JSON: `node gateway-upstream.ts <port>`. */
const body = JSON.stringify({ data: { text: 'x'.repeat(270) }, status: 200 });
createServer({ keepAliveTimeout: 70_000 }, (request, response) => {
  request.resume();
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.setHeader('content-length', Buffer.byteLength(body));
  response.end(body);
}).listen(Number(process.argv[2]), '127.0.0.1');

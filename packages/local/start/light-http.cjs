// Loaded before anything else in the processes of the platform (`--require`), so that none of them takes up memory
// for nothing: to import `node:http` as a module, Node.js reads all that it exports, and three of these load the whole
// of its own undici (4 MiB a process). Whoever wants them has the globals of the same names.
const http = require('node:http');
for (const name of ['WebSocket', 'CloseEvent', 'MessageEvent']) delete http[name];

import type { RequestListener } from 'node:http';

import type { TrustsProxy } from '@platform/runtime';

import type { Cors } from './access-control/cors.ts';
import { refuseAmbiguousRequest } from './access-control/request-path.ts';
import { discardBody } from './forwarding/discard-body.ts';
import { hasBody } from './forwarding/request-body.ts';
import { openContext } from './request-context/request-context.ts';
import type { RequestContext } from './request-context/request-context.ts';

export interface RequestListenerDeps {
  /** Tells which proxies in front are trusted with X-Forwarded-* headers. */
  trustsProxy: TrustsProxy;
  /** Restores the client's address for calls that this process sends to itself. */
  restoreAddress: (context: RequestContext) => void;
  /** Lets pages of other origins read refusals of what no route was found for. */
  cors: Cors;
  /** Logs a request whose answer is complete. */
  record: (context: RequestContext) => void;
}

export interface GatewayListener {
  /** Lets the gateway itself answer a request. */
  serveOwn: (context: RequestContext) => void;
  /** Lets the gateway answer an error. */
  fail: (context: RequestContext, error: unknown) => void;
  /**
   * The listener of the gateway's server. Forwarded requests never reach Express.
   * @param control decides who answers
   * @param own Express: the gateway's own endpoints, and errors
   */
  listen: (control: (context: RequestContext) => Promise<void>, own: RequestListener) => RequestListener;
}

/** Takes each request into the gateway, and sends the answers that no service produced. */
export const createRequestListener = (deps: RequestListenerDeps): GatewayListener => {
  const { trustsProxy, restoreAddress, cors, record } = deps;
  let answerOwn: RequestListener = () => undefined;

  const serveOwn: GatewayListener['serveOwn'] = (context) => {
    context.setHeader('X-Content-Type-Options', 'nosniff');
    context.applyHeaders();
    answerOwn(context.request, context.response);
  };

  const fail: GatewayListener['fail'] = (context, error) => {
    context.error = error;
    // A request that can't be read has no route, and no preflight is answered for it.
    if (context.route === undefined) cors(context, undefined);
    if (hasBody(context.request)) discardBody(context.request);
    serveOwn(context);
  };

  return {
    serveOwn,
    fail,
    listen(control, own) {
      answerOwn = own;
      return (request, response) => {
        const context = openContext(request, response, trustsProxy);
        if (request.url?.startsWith('/health/')) {
          serveOwn(context);
          return;
        }
        restoreAddress(context);
        response.on('close', () => {
          context.forwarding?.closed();
          record(context);
        });
        try {
          refuseAmbiguousRequest(request);
        } catch (error) {
          fail(context, error);
          return;
        }
        control(context).catch((error: unknown) => {
          fail(context, error);
        });
      };
    },
  };
};

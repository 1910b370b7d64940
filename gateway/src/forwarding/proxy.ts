import { badGateway, badRequest, isAppError, unavailable } from '@platform/errors';
import type { AppError } from '@platform/errors';
import { HITS_SCOPE } from '@platform/identity';
import type { IdentitySigner } from '@platform/identity';
import type { Tracing } from '@platform/tracing';
import type { RequestContext } from '../request-context/request-context.ts';
import { forEachArea, targetsIn } from '../routing-table.ts';
import type { ServiceArea } from '../routing-table.ts';
import { hasClockSkew, meteringOf, passHitsPath, setHeader } from './headers.ts';
import type { Metering } from './headers.ts';
import { createDeadlines, Forwarding } from './forwarding.ts';
import type { Journey } from './forwarding.ts';
import { hasBody, isRepeatable, isSmall, refuseAnnouncedSize } from './request-body.ts';
import { createTargetPool } from './target-pool.ts';
import type { CircuitState } from './target-pool.ts';
import { createTarget } from './target.ts';
import type { Target, WayName } from './target.ts';

export type Proxies = Readonly<Record<ServiceArea, Proxy>>;

export interface ProxiesOptions {
  /** Base addresses of the services; of several instances, separated by commas. */
  targets: Readonly<Record<ServiceArea, string>>;
  timeoutMilliseconds: number;
  onError: (area: ServiceArea, kind: string) => void;
  way?: ProxyOptions['way'];
  signer: Pick<IdentitySigner, 'sign'>;
  tracing?: ProxyOptions['tracing'];
  fail: ProxyOptions['fail'];
  onAnswer: NonNullable<ProxyOptions['onAnswer']>;
  onState: (area: ServiceArea, url: string, state: CircuitState) => void;
}

/** The gateway, where it asks a service for something in its own name. */
const GATEWAY = { organisation: 'platform', keyId: 'gateway', scopes: [HITS_SCOPE] };

/** A proxy for each service. */
export const createProxies = (options: ProxiesOptions): Proxies => {
  const { targets, timeoutMilliseconds, way, signer, tracing, fail, onError, onAnswer, onState } = options;
  const proxyTo = (area: ServiceArea): Proxy =>
    createProxy({
      area,
      target: targets[area],
      timeoutMilliseconds,
      way,
      vouch: () => signer.sign(GATEWAY, area),
      tracing,
      fail,
      onAnswer,
      onError: (kind) => {
        onError(area, kind);
      },
      onState: (url, state) => {
        onState(area, url, state);
      },
    });
  return forEachArea(proxyTo);
};

const UNREACHABLE =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ETIMEDOUT|ENOENT|UND_ERR_CONNECT_TIMEOUT)$/;

const codeOf = (error: unknown): string => {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : 'UNKNOWN';
};

/** True if the connection broke as it does when a service restarts or closes an idle connection. */
const isBrokenConnection = (error: unknown): boolean =>
  /^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/.test(codeOf(error));

/** True if no connection came about, so that nothing of the request arrived. */
const isUnreachable = (error: unknown): boolean => UNREACHABLE.test(codeOf(error));

/**
 * True if the request was refused before it was sent, because HTTP doesn't allow it. That isn't
 * held against the service; otherwise clients could make it look broken.
 */
const isRefusedHere = (error: unknown): boolean =>
  /^(UND_ERR_INVALID_ARG|UND_ERR_REQ_CONTENT_LENGTH_MISMATCH|ERR_INVALID_CHAR|ERR_UNESCAPED_CHARACTERS)$/.test(
    codeOf(error),
  );

/**
 * True if the headers of an answer are too long to be read. That isn't held against the service
 * either: it answers, and a client's request may be why they are long.
 */
const hasLongHeaders = (error: unknown): boolean =>
  /^(UND_ERR_HEADERS_OVERFLOW|HPE_HEADER_OVERFLOW)$/.test(codeOf(error));

/** True for an answer that can't be read, such as a `100 Continue` that nobody asked for. */
const isMalformed = (error: unknown): boolean =>
  /^HPE_/.test(codeOf(error)) ||
  (codeOf(error) === 'UND_ERR_SOCKET' && (error as Error).message === 'bad response');

/**
 * The error that a client sees when forwarding fails: 503 for a service that cannot be reached,
 * else 502.
 */
const toUpstreamError = (error: unknown, area: string): AppError => {
  if (isAppError(error)) return error;
  if (isRefusedHere(error)) return badRequest('The request cannot be passed on.');
  const cause = error;
  if (hasLongHeaders(error))
    return badGateway(`The ${area} service sent headers that are too long.`, { cause });
  if (isMalformed(error))
    return badGateway(`The ${area} service sent an answer that HTTP doesn't allow.`, { cause });
  return isUnreachable(error)
    ? unavailable(`The ${area} service cannot be reached at the moment.`, { cause })
    : badGateway(`The ${area} service broke off.`, { cause });
};

/** Makes an attempt a step of the request's trace, which the service continues. */
const continueTrace = (tracing: Pick<Tracing, 'passOn'>, forwarding: Forwarding, area: string): void => {
  const { context, target, headers } = forwarding;
  const span = tracing.passOn(context.response, context.route?.path ?? '', { area, url: target.url });
  forwarding.span = span;
  // Replaces the client's trace, or drops it if the gateway ignored it.
  setHeader(headers, 'traceparent', span.headers['traceparent']);
  setHeader(headers, 'tracestate', span.headers['tracestate']);
};

interface ProxyOptions {
  /** Names the service in messages. */
  area: string;
  /** Base addresses of the service's instances, separated by commas. */
  target: string;
  /** Allowed until the service begins to answer. */
  timeoutMilliseconds: number;
  /** Sends every eligible request this way; by default the route decides. */
  way?: WayName | undefined;
  /** An identity that says that this is the gateway, for what it passes on in its own name. */
  vouch: () => Promise<string> | string;
  /** Continues the traces of requests, if they are recorded. */
  tracing?: Pick<Tracing, 'passOn'> | undefined;
  /** Answers an error. */
  fail: (context: RequestContext, error: AppError) => void;
  onError?: (kind: string) => void;
  /** Called when the service begins to answer, with what it says about the request. */
  onAnswer?: (context: RequestContext, metering: Metering) => void;
  /** Called when an instance fails or is well again. */
  onState?: (url: string, state: CircuitState) => void;
}

interface Proxy {
  /**
   * Forwards a request and its answer, unless the client has left meanwhile.
   * @param headers for the service: names and values in turn
   * @throws 413 if the announced body is too large, 503 if no instance is available
   */
  forward(context: RequestContext, headers: string[]): void;
  /** The instances, and what is known of them. */
  instances(): { url: string; circuit: CircuitState; pending: number }[];
  close(): void;
}

/**
 * After a failure this slow an instance is skipped for a moment, so that not every request pays for
 * it.
 */
const SLOW_FAILURE_MILLISECONDS = 20;
const PAUSE_MILLISECONDS = 1_000;
/** Later than that, an address that can't be reached isn't tried again for the same request. */
const AGAIN_MILLISECONDS = 1_000;

/** Tells a service how long the gateway waits for its answer, so that it does nothing in vain. */
const TIMEOUT_HEADER = 'x-timeout-ms';

/**
 * True if the client disconnected, which aborts the request to the service through no fault of the
 * service.
 */
const hasLeft = ({ response }: RequestContext): boolean => response.destroyed && response.errored === null;

/** True for what a service may take many of at once. Its body is known to be small. */
const isHit = ({ request, route, path }: RequestContext): boolean =>
  route?.isHits === true && route.path === path && request.method === 'POST' && hasBody(request);

/** Forwards requests to the instances of one service. */
const createProxy = (options: ProxyOptions): Proxy => {
  const { area, timeoutMilliseconds, tracing, onError, onAnswer, fail } = options;
  const timeoutText = String(timeoutMilliseconds);

  const wayOf = ({ request, route }: RequestContext): WayName => {
    if (!isSmall(request)) return 'streaming';
    return options.way ?? (route?.isPage || request.method === 'HEAD' ? 'streaming' : 'pooled');
  };

  const send = (target: Target, forwarding: Forwarding): void => {
    forwarding.target = target;
    target.pending += 1;
    if (tracing) continueTrace(tracing, forwarding, area);
    const way = wayOf(forwarding.context);
    const isFirst = forwarding.body === undefined;
    const takesHits = isFirst && target.hits.areTaken && way === 'pooled' && isHit(forwarding.context);
    (takesHits ? target.hits : target.ways[way]).send(forwarding);
  };

  /** The target that has the request. */
  const targetOf = ({ target }: Forwarding): Target | undefined =>
    pool.targets.find((candidate) => candidate === target);

  /** Returns who gets the request once more, if anybody. */
  const nextTarget = (cause: unknown, forwarding: Forwarding): Target | undefined => {
    const { target } = forwarding;
    if (!forwarding.mayRepeat || !forwarding.awaitsAnswer()) return undefined;
    const isAway = isUnreachable(cause);
    if (!isBrokenConnection(cause) && !isAway) return undefined;
    // An old connection may have been closed for want of use, which says nothing about its instance. And behind
    // one name there may be several (`--scale palette=2`): a new connection leads to one that is there.
    const isOld = forwarding.attempt?.usedOldConnection === true;
    const isEarly = performance.now() - forwarding.begun < AGAIN_MILLISECONDS;
    const isSame = isOld || (isAway && isEarly);
    return pool.other(target) ?? (isSame ? targetOf(forwarding) : undefined);
  };

  const sendAgain = (target: Target, forwarding: Forwarding): void => {
    const { headers, begun } = forwarding;
    forwarding.target.pending -= 1;
    forwarding.span?.end({ error: 'retried' });
    forwarding.mayRepeat = false;
    const left = begun + timeoutMilliseconds - performance.now();
    setHeader(headers, TIMEOUT_HEADER, String(Math.max(0, Math.floor(left))));
    send(target, forwarding);
  };

  const onFailure = (forwarding: Forwarding, cause: unknown): void => {
    const { target, context } = forwarding;
    const isOurs = isRefusedHere(cause);
    if (forwarding.awaitsAnswer() && !isOurs && !hasLongHeaders(cause))
      target.circuit.failed(isUnreachable(cause));
    const next = nextTarget(cause, forwarding);
    if (next) {
      sendAgain(next, forwarding);
      return;
    }
    const isGone = hasLeft(context);
    const error = toUpstreamError(cause, area);
    if (!forwarding.failed(error) || isGone || isOurs) return;
    const now = performance.now();
    if (error.kind === 'unavailable' && now - forwarding.begun > SLOW_FAILURE_MILLISECONDS)
      target.pausedUntil = now + PAUSE_MILLISECONDS;
    onError?.(error.kind);
  };

  const onRefusal = (forwarding: Forwarding): boolean => {
    const { target } = forwarding;
    const next = forwarding.awaitsAnswer() ? pool.other(target) : undefined;
    if (!next) return false;
    onError?.('clock_skew');
    target.circuit.failed(true);
    sendAgain(next, forwarding);
    return true;
  };

  const journey: Journey = {
    area,
    onRefusal,
    deadlines: createDeadlines(timeoutMilliseconds),
    fail,
    onFailure,
    onAnswer(forwarding, headers) {
      const takesHitsAt = passHitsPath(headers);
      if (takesHitsAt !== undefined) targetOf(forwarding)?.hits.announce(takesHitsAt);
      if (hasClockSkew(headers)) onError?.('clock_skew');
      onAnswer?.(forwarding.context, meteringOf(headers));
    },
    onTimeout: ({ kind }) => onError?.(kind),
  };

  const pool = createTargetPool(
    targetsIn(options.target).map((url) =>
      createTarget({ url, vouch: options.vouch, onChange: (state) => options.onState?.(url, state) }),
    ),
  );

  return {
    forward(context, headers) {
      // Nothing would end the forwarding: its response has been closed already.
      if (context.response.destroyed) return;
      const bodyLimit = context.route?.bodyLimit ?? 0;
      refuseAnnouncedSize(context.request, bodyLimit);
      const target = pool.choose();
      if (!target) throw unavailable(`The ${area} service cannot be reached at the moment.`);
      headers.push(TIMEOUT_HEADER, timeoutText);
      const forwarding = new Forwarding(journey, context, target, headers, bodyLimit);
      forwarding.mayRepeat = isRepeatable(context.request);
      send(target, forwarding);
    },
    instances: () =>
      pool.targets.map(({ url, circuit, pending }) => ({ url, circuit: circuit.state(), pending })),
    close: pool.close,
  };
};

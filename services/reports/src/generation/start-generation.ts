import type { Database } from '@platform/database';
import { createGuard } from '@platform/guard';
import type { QueueConnections } from '@platform/queue';
import { createRepeatingJob } from '@platform/runtime';
import type { Logger, Metrics, ShutDownStep } from '@platform/runtime';
import { Histogram } from 'prom-client';
import { createGenerationStore } from './generation-store.ts';
import type { GenerationOutcome, GenerationStore, UrlClaim } from './generation-store.ts';
import { startGenerationWorker } from './generation-queue.ts';
import type { GenerationQueue } from './generation-queue.ts';
import { AuditAbandonedError, createAuditPool } from '../audit/audit-pool.ts';
import type { AuditPool } from '../audit/audit-pool.ts';
import { createBrowser } from '../browser/create-browser.ts';
import type { RendererLocation } from '../browser/create-browser.ts';
import { bindCredentials } from '../credentials/credential-vault.ts';
import type { CredentialVault, BoundHeaders } from '../credentials/credential-vault.ts';
import { createCredentialsStore } from '../credentials/credentials-store.ts';
import { createHostBudgetsStore, createSharedHostLimiter } from '../host-limits/host-budgets-store.ts';
import { createPageGatherer } from './gather-page.ts';
import type { GatheredPage } from './gather-page.ts';
import { hashUrl, parseTarget } from './target.ts';
import { SecretError } from '../credentials/secret-box.ts';
import type { BrowserHost, RenderOutcome } from '../browser/browser-host.ts';
import { renderSeveral } from './several-renderings.ts';
import { withoutBoxes } from '../page/browser-facts.ts';
import type { BrowserRequest } from '../page/browser-facts.ts';
import type { ResourceFacts, ResourceKind, PageArtifacts } from '../page/page-artifacts.ts';
import type { PageFacts } from '../runs/run.ts';

interface GenerationServiceDeps {
  store: GenerationStore;
  queue: GenerationQueue;
  /** Gathers and audits a page. Resolves whatever the page does; rejects only on our own faults. */
  generate: (url: string) => Promise<GenerationOutcome>;
  logger: Logger;
  observe: (outcome: GenerationOutcome, seconds: number) => void;
}

interface GenerationService {
  /** Generates all pending reports on a URL, unless another worker holds its claim. */
  process(url: string): Promise<void>;
  /**
   * Recovers reports that stalled because the queue was down or a worker died: enqueues them again,
   * and generates a few in this process when the queue doesn’t help.
   */
  recoverStalled(): Promise<void>;
}

/** A dead worker’s claim expires after this time; a live worker renews its claim well before. */
const LEASE_SECONDS = 20;
const RENEWAL_MILLISECONDS = 6000;
/** A URL whose workers die this many times is given up. */
const MAX_ATTEMPTS = 3;
/** A report that has been pending for longer, with no claim on its URL, has stalled. */
const STALLED_SECONDS = 10;
const RECOVERY_BATCH = 500;
/** After this time the report is generated without the queue. */
const QUEUE_GIVEN_UP_SECONDS = 60;
/** URLs that one recovery generates in this process. */
const DIRECT_GENERATIONS = 4;

/**
 * Runs one generation at a time per URL. Its result serves every report requested before it began.
 */
const createGenerationService = (deps: GenerationServiceDeps): GenerationService => {
  const { store, queue, generate, logger, observe } = deps;

  const outcomeOf = async ({ url, attempt }: UrlClaim): Promise<GenerationOutcome> => {
    if (attempt > MAX_ATTEMPTS) return { status: 'failed', error: 'internal' };
    return generate(url).catch((error: unknown): GenerationOutcome => {
      logger.error({ err: error, url }, 'generation failed unexpectedly');
      return { status: 'failed', error: 'internal' };
    });
  };

  const process = async (url: string): Promise<void> => {
    const claim = await store.claim(url, LEASE_SECONDS);
    if (!claim) return;
    const renewal = setInterval(() => {
      store.renew(claim, LEASE_SECONDS).catch((error: unknown) => {
        logger.warn({ err: error, url }, 'could not renew a claim');
      });
    }, RENEWAL_MILLISECONDS);
    const startedAt = performance.now();
    try {
      const outcome = await outcomeOf(claim);
      observe(outcome, (performance.now() - startedAt) / 1000);
      const done = await store.finish(claim, outcome);
      if (done?.more) await queue.enqueue(url);
      const error = outcome.status === 'failed' ? outcome.error : null;
      for (const { id, request_id: requestId } of done?.finished ?? [])
        logger.info({ report: id, request_id: requestId, error }, 'a page was reported on');
    } finally {
      clearInterval(renewal);
    }
  };

  /** @returns false when the queue is unavailable */
  const reenqueueAll = async (urls: readonly string[]): Promise<boolean> => {
    try {
      for (const url of urls) await queue.reenqueue(url);
      return true;
    } catch (error) {
      logger.warn({ err: error }, 'the queue is unavailable; generating a few reports without it');
      return false;
    }
  };

  return {
    process,

    async recoverStalled() {
      const stalled = await store.stalled(STALLED_SECONDS, RECOVERY_BATCH);
      const isQueueUp = await reenqueueAll(stalled);
      const direct = isQueueUp
        ? await store.stalled(QUEUE_GIVEN_UP_SECONDS, DIRECT_GENERATIONS)
        : stalled.slice(0, DIRECT_GENERATIONS);
      await Promise.all(direct.map((url) => process(url)));
    },
  };
};

interface ReportGeneratorDeps {
  gather: (url: string, bound: BoundHeaders | null) => Promise<GatheredPage>;
  /** The credentials of a report’s target; null when it has none. @throws SecretError */
  credentialsOf: (target: string, url: string) => Promise<BoundHeaders | null>;
  audit: AuditPool['audit'];
  render: BrowserHost['render'];
}

const factsOf = (artifacts: PageArtifacts): PageFacts => {
  const { requestedUrl, finalUrl, redirects, response, body, timings, tls, gatheredAt, resources } =
    artifacts;
  const shown = resources.filter(({ isShown }) => isShown !== false);
  const sizes = shown.map((resource) => (resource.ok ? (resource.transferBytes ?? 0) : 0));
  return {
    requestedUrl,
    finalUrl,
    redirects,
    response,
    body,
    timings,
    tls,
    gatheredAt,
    // Findings have their boxes; the others would be most of what is stored.
    browser: artifacts.browser && withoutBoxes(artifacts.browser),
    rendering: artifacts.rendering,
    resources: shown.length,
    totalTransferBytes: body.transferBytes + sizes.reduce((sum, size) => sum + size, 0),
  };
};

const KINDS: ReadonlyMap<string, ResourceKind> = new Map<string, ResourceKind>([
  ['script', 'script'],
  ['stylesheet', 'stylesheet'],
  ['image', 'image'],
  ['font', 'font'],
  ['media', 'media'],
]);

/**
 * The files of a page, with those that the browser asked for marked as shown, and those added that the
 * HTML doesn't name: what CSS and scripts load.
 */
const asRequested = (
  resources: readonly ResourceFacts[],
  requests: readonly BrowserRequest[],
): ResourceFacts[] => {
  const asked = new Map(requests.map((request) => [request.url.replace(/#.*$/s, ''), request]));
  const known = resources.map((resource) => {
    if (!asked.delete(resource.url) || resource.isShown !== false) return resource;
    return { ...resource, isShown: true };
  });
  for (const resource of resources) if (resource.ok) asked.delete(resource.finalUrl);
  const others = [...asked.values()].flatMap(({ url, type, status, bytes, mediaType }): ResourceFacts[] => {
    const kind = KINDS.get(type);
    if (kind === undefined || status === null || mediaType === undefined) return [];
    const facts = { finalUrl: url, status, mediaType, transferBytes: bytes, decodedBytes: null };
    return [
      { ok: true, url, kind, initiator: 'browser', ...facts, encoding: null, headers: [], sample: null },
    ];
  });
  return [...known, ...others];
};

/** The artifacts of a page as the browser saw it, or as they are when there was none. */
const withRendering = (artifacts: PageArtifacts, { page, rendering }: RenderOutcome): PageArtifacts =>
  page === null
    ? { ...artifacts, rendered: false, rendering }
    : {
        ...artifacts,
        html: page.html,
        sourceHtml: artifacts.html,
        rendered: true,
        browser: page.facts,
        resources: asRequested(artifacts.resources, page.facts.requests ?? []),
        rendering,
      };

/**
 * Gathers, renders if asked to, then audits. Whatever the page does is an outcome; only our own faults
 * reject.
 */
const createReportGenerator =
  ({ gather, credentialsOf, audit, render }: ReportGeneratorDeps) =>
  async (target: string): Promise<GenerationOutcome> => {
    const { url, render: isRendered, renderings, isOwn } = parseTarget(target);
    try {
      const bound = isOwn ? await credentialsOf(target, url) : null;
      const page = await gather(url, bound);
      if (!page.ok) return { status: 'failed', error: page.code, httpStatus: page.httpStatus };
      const address = page.artifacts.finalUrl;
      const rendered = isRendered
        ? await renderSeveral((how) => render(address, bound, how), renderings)
        : null;
      const artifacts = rendered === null ? page.artifacts : withRendering(page.artifacts, rendered);
      return {
        status: 'generated',
        audit: await audit(artifacts),
        facts: factsOf(artifacts),
        screenshots: rendered?.page?.screenshots ?? [],
      };
    } catch (error) {
      if (error instanceof SecretError) return { status: 'failed', error: 'credentials' };
      if (error instanceof AuditAbandonedError) return { status: 'failed', error: 'too_complex' };
      throw error;
    }
  };

/** Counts and times generations by outcome: `generated`, or the failure’s code. */
const createGenerationMetrics = (metrics: Metrics) => {
  const duration = new Histogram({
    name: 'reports_generation_seconds',
    help: 'Time from claiming a URL to its audit, by outcome',
    labelNames: ['outcome'],
    buckets: [0.1, 0.25, 0.5, 1, 2, 5, 10, 20],
    registers: [metrics],
  });
  return (outcome: GenerationOutcome, seconds: number): void => {
    duration.observe({ outcome: outcome.status === 'generated' ? 'generated' : outcome.error }, seconds);
  };
};

interface GenerationOptions {
  database: Database;
  connections: QueueConnections;
  queue: GenerationQueue;
  onQueueError: (error: Error) => void;
  logger: Logger;
  metrics: Metrics;
  /** URLs this process generates at once. */
  concurrency: number;
  vault: Pick<CredentialVault, 'open'>;
  /** The environment, to find a Chromium in. */
  env: Readonly<Record<string, string | undefined>>;
  /** A renderer in a container of its own; without one this process runs its own browser. */
  renderer: RendererLocation | undefined;
  /** Threads that parse and audit. */
  auditThreads: number;
  /** Private addresses and CIDRs that reports may reach. */
  allow: readonly string[];
  /** Sustained requests per second to one host. */
  hostRequestsPerSecond: number;
  /** Base of public addresses; the User-Agent links to it, so that site owners see who asks. */
  publicUrl: string;
  /** Lets the browser run without its sandbox where there is none. */
  isContained?: boolean;
  /** Milliseconds between recoveries of stalled reports. */
  recoveryInterval?: number;
  /** Is given the browser: crawls of sites render a few pages with the same one. */
  onBrowser?: (browser: BrowserHost) => void;
}

const RECOVERY_INTERVAL = 5000;
/** One report makes up to about 170 requests, most of them to one host. */
const HOST_BURST = 400;

/** Starts generating reports in this process. @returns the steps that stop it, in order */
export const startGeneration = (options: GenerationOptions): ShutDownStep[] => {
  const { database, queue, logger, concurrency, publicUrl, recoveryInterval = RECOVERY_INTERVAL } = options;
  const guard = createGuard({
    allow: options.allow,
    userAgent: `PlatformReports/1.0 (+${publicUrl}/r/checks)`,
    hostLimiter: createSharedHostLimiter(
      createHostBudgetsStore(database, 'reports'),
      { perSecond: options.hostRequestsPerSecond, burst: HOST_BURST },
      logger,
    ),
  });
  const browser = createBrowser({
    guard,
    env: options.env,
    renderer: options.renderer,
    logger,
    isContained: options.isContained ?? false,
  });
  options.onBrowser?.(browser);
  const pool = createAuditPool({ size: options.auditThreads });
  const gather = createPageGatherer({
    guard,
    discover: (html, url) => pool.discover(html, url),
    // A script that is made to take long costs the page nothing but this answer.
    recognise: (code) =>
      pool.recognise(code).catch((error: unknown) => {
        if (error instanceof AuditAbandonedError) return null;
        throw error;
      }),
  });
  const credentials = createCredentialsStore(database);
  const generation = createGenerationService({
    store: createGenerationStore(database),
    queue,
    generate: createReportGenerator({
      gather,
      async credentialsOf(target, url) {
        const stored = await credentials.ofTarget(hashUrl(target));
        return stored ? bindCredentials(options.vault.open(stored.credentials, stored.place), url) : null;
      },
      audit: (artifacts) => pool.audit(artifacts),
      render: (...page) => browser.render(...page),
    }),
    logger,
    observe: createGenerationMetrics(options.metrics),
  });
  const worker = startGenerationWorker(
    options.connections,
    (url) => generation.process(url),
    concurrency,
    options.onQueueError,
  );
  const recovery = createRepeatingJob({
    name: 'recovering stalled reports',
    run: () => generation.recoverStalled(),
    everyMilliseconds: recoveryInterval,
    firstAfterMilliseconds: recoveryInterval,
    logger,
  });
  recovery.start();

  return [
    ['recovery of stalled reports', () => recovery.stop()],
    ['generation worker', () => worker.close()],
    ['browser', () => browser.close()],
    ['audit threads', () => pool.close()],
    ['guard', () => guard.close()],
  ];
};

import type { RunningService } from '../harness/start-service.ts';

/** A report as the API answers it, as far as it matters here. */
export interface RenderedReport<Metrics> {
  readonly status: string;
  readonly metrics: Metrics | null;
}

const PAUSE_MILLISECONDS = 500;

/** Reports on a page with a browser, through the API, and waits for the result. */
export const reportOn = async <Metrics>(
  { url: api, identity }: Pick<RunningService, 'url' | 'identity'>,
  url: string,
): Promise<RenderedReport<Metrics>> => {
  const ask = async (path: string, init: RequestInit = {}) => {
    const headers = { authorization: await identity.bearer() };
    const answer = await fetch(`${api}/api/v1/reports${path}`, { ...init, headers });
    if (!answer.ok) throw new Error(`The service answered ${answer.status}: ${await answer.text()}`);
    return ((await answer.json()) as { data: RenderedReport<Metrics> & { id: number } }).data;
  };
  const body = new URLSearchParams({ url, render: '1' });
  let report = await ask('', { method: 'POST', body });
  while (report.status === 'pending') {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS));
    report = await ask(`/${report.id}`);
  }
  return report;
};

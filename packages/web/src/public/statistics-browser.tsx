import './styles.ts';
import './public.css';

import { ApiError } from '@platform/client';
import type { Ask, PageData } from '@platform/pages/contract';
import { hydrate } from 'preact';

import { language } from '../i18n/spoken.ts';
import type { World } from '../statistics/source.ts';
import { parseView } from '../statistics/view.ts';
import { createGroupPageSource, createPageSource, PublicStatistics } from './public-statistics.tsx';

const WORLD = '/s/assets/world.json';

const failureOf = async (answer: Response): Promise<ApiError> => {
  const body = (await answer.json().catch(() => ({}))) as { message?: string; request_id?: string };
  return new ApiError({
    code: `http_${answer.status}`,
    message: body.message ?? '',
    status: answer.status,
    requestId: body.request_id,
    fields: {},
    retryAfterSeconds: undefined,
  });
};

const read = async (request: Promise<Response>): Promise<Response> => {
  const answer = await request;
  if (!answer.ok) throw await failureOf(answer);
  return answer;
};

const start = async ({ site, kept, search, answers, language: spoken }: PageData): Promise<void> => {
  language.value = spoken;
  const send = (question: string, input: object, accept: string): Promise<Response> => {
    const headers = { Accept: accept, 'Accept-Language': spoken };
    const parameters = new URLSearchParams(kept);
    const isPosted = question === 'query';
    if (!isPosted) for (const [name, value] of Object.entries(input)) parameters.set(name, String(value));
    const address = `${site.path}/${question}?${parameters.toString()}`;
    if (!isPosted) return read(fetch(address, { headers }));
    return read(
      fetch(address, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify(input),
      }),
    );
  };
  const ask: Ask = async (question, input) => {
    const { data } = (await (await send(question, input, 'application/json')).json()) as { data: unknown };
    return data;
  };
  let world: Promise<World> | undefined;
  const createSource = site.websites ? createGroupPageSource : createPageSource;
  const source = createSource(ask, {
    csv: async (question) => (await send('query', question, 'text/csv')).blob(),
    world: () => {
      world ??= read(fetch(WORLD)).then((answer) => answer.json() as Promise<World>);
      world.catch(() => {
        world = undefined;
      });
      return world;
    },
  });
  const known = new Map(answers);
  // The outlines are a file of their own; what is drawn already must not vanish until it is here.
  if (document.querySelector('.world')) known.set('world', await source.world());
  const root = document.getElementById('app');
  if (!root) return;
  hydrate(
    <PublicStatistics
      site={site}
      source={source}
      known={{
        find: (key) => {
          const answer = known.get(key);
          // It was true when the page was made; who comes back to it asks again.
          known.delete(key);
          return answer;
        },
      }}
      view={parseView(search)}
      kept={kept}
      hasTraffic={async () => {
        const live = (await (await send('live', {}, 'application/json')).json()) as { has_traffic: boolean };
        return live.has_traffic;
      }}
    />,
    root,
  );
};

const data = document.getElementById('page-data');
if (data) void start(JSON.parse(data.textContent) as PageData);

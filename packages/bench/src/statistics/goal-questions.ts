/** Asks the service. @throws if the answer is an error */
type Ask = (path: string, options?: RequestInit) => Promise<void>;

export interface GoalQuestion {
  readonly name: string;
  readonly ask: (from: string, to: string) => Promise<unknown>;
}

const GOALS: readonly object[] = [
  { name: 'Documentation', type: 'page', pattern: '/docs*' },
  { name: 'Signed up', type: 'event', pattern: 'Signup' },
  { name: 'Bought', type: 'event', pattern: 'Purchase' },
  { name: 'Read to the end', type: 'scroll', pattern: '*', threshold: 90 },
];

const FUNNEL = {
  name: 'To signing up',
  steps: [
    { type: 'page', pattern: '*' },
    { type: 'page', pattern: '/docs*' },
    { type: 'event', pattern: 'Signup' },
  ],
};

/**
 * Gives a website goals and a funnel, so its page is computed with them.
 * @param headers makes those of a request with a body, as an identity lives for a minute
 * @returns the questions about them, given the first and last day
 */
export const createGoalQuestions = async (
  ask: Ask,
  website: { readonly id: number; readonly siteKey: string },
  headers: () => Promise<Record<string, string>>,
): Promise<readonly GoalQuestion[]> => {
  const path = `/api/v1/websites/${website.id}`;
  const post = async (below: string, body: object): Promise<void> =>
    ask(path + below, { method: 'POST', headers: await headers(), body: JSON.stringify(body) });
  for (const goal of GOALS) await post('/goals', goal);
  await post('/funnels', FUNNEL);
  const get =
    (below: string) =>
    async (from: string, to: string): Promise<void> =>
      ask(`${path}${below}from=${from}&to=${to}`, { headers: await headers() });
  const filters = `filters=${encodeURIComponent(
    JSON.stringify([
      { dimension: 'country', operator: 'is', values: ['US', 'DE', 'GB'] },
      { dimension: 'device', operator: 'is', values: ['mobile'] },
    ]),
  )}&`;
  return [
    { name: 'four goals', ask: get('/goals?') },
    { name: 'a funnel of three steps', ask: get('/funnels?') },
    { name: 'four goals, two filters', ask: get(`/goals?${filters}`) },
    { name: 'a funnel of three steps, two filters', ask: get(`/funnels?${filters}`) },
    {
      name: 'page, goals and funnels opened',
      ask: (from, to) => ask(`/s/${website.siteKey}?view=goals&from=${from}&to=${to}`),
    },
    {
      name: 'page, goals and funnels opened, two filters',
      ask: (from, to) =>
        ask(`/s/${website.siteKey}?view=goals&from=${from}&to=${to}&f=country%3DUS&f=device%3Dmobile`),
    },
  ];
};

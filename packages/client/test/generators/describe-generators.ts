import type { Stage } from '../platform/start.ts';
import { generateClients, GENERATORS } from './generate-clients.ts';
import type { GeneratedClients } from './generate-clients.ts';

/** Clients that public generators produce from the document, run against the real platform. */
export const describeGenerators = (stage: () => Stage): void => {
  describe('clients made by public generators', () => {
    let clients: GeneratedClients | undefined;
    const generated = (): GeneratedClients => {
      if (!clients) throw new Error('The clients were not generated.');
      return clients;
    };

    beforeAll(async () => {
      const { url } = stage().platform;
      clients = await generateClients(await (await fetch(`${url}/openapi.json`)).text(), url);
    });
    afterAll(() => clients?.remove());

    it('have types that the programs below agree with', async () => {
      expect(await generated().typecheck()).toBe('');
    });

    it.each(GENERATORS)(
      '%s: counts a visit, reports on a page, exports a palette, revokes a key',
      async (generator) => {
        const { url, key } = stage().platform;
        const { visitors, report, css, picture, websites, code } = JSON.parse(
          await generated().run(generator, {
            ...process.env,
            DAP_URL: url,
            DAP_KEY: key,
            PAGE: stage().page,
          }),
        ) as Record<string, unknown>;
        expect({ visitors, report, picture, code }).toEqual({
          visitors: 1,
          report: 'generated',
          picture: 'image/png',
          code: 'unauthorized',
        });
        expect(css).toContain('--brand-base: #3366cc;');
        expect(websites).toBeGreaterThan(0);
      },
    );
  });
};

import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral from '@stoplight/spectral-core';
import type { RulesetDefinition } from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';

/** Faults that a linter found, each with the place in the document. */
export const lintWithRedocly = async (document: object): Promise<string[]> => {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  return problems
    .filter(({ severity }) => severity === 'error')
    .map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer ?? ''}: ${message}`);
};

/** The same by Spectral's rules for OpenAPI. */
export const lintWithSpectral = async (document: object): Promise<string[]> => {
  const linter = new spectral.Spectral();
  linter.setRuleset({ extends: [rulesets.oas as RulesetDefinition] });
  const ERROR: number = 0;
  const problems = await linter.run(document as Record<string, unknown>);
  return problems
    .filter(({ severity }) => severity.valueOf() === ERROR)
    .map(({ code, message, path }) => `${code} ${path.join('/')}: ${message}`);
};

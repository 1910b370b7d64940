import { takeViolations } from '../contract-violations.ts';

/** Fails a test in which `holdToContract` saw an answer that the OpenAPI document doesn't describe. */
const failOnViolations = (): void => {
  const found = takeViolations();
  if (found.length > 0) throw new Error(`Answers that the document doesn't describe:\n${found.join('\n')}`);
};

afterEach(failOnViolations);
afterAll(failOnViolations);

/** Answers that no document describes, since they were last taken. */
let violations: string[] = [];

/** Notes an answer that breaks the contract; the test that runs fails for it. */
export const noteViolation = (message: string): void => {
  violations.push(message);
};

/** The noted violations, which are forgotten by that. */
export const takeViolations = (): string[] => {
  const taken = violations;
  violations = [];
  return taken;
};

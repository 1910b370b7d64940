// docs/adr/0086-ci-runs-a-failed-test-once-more.md
// At once: after the suite's other tests, a page or a record would no longer be where this one needs it.
if (process.env['RETRY_TESTS'] === '1')
  jest.retryTimes(1, { logErrorsBeforeRetry: true, retryImmediately: true });

export {};

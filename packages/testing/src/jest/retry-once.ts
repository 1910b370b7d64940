// In CI only: where one test in 6,000 fails once in 2,000 runs, every other run would be red. The
// log lists them at its end, and each is a fault to look into. At once: after the suite's other
// tests, a page or a record would no longer be where this one needs it.
if (process.env['RETRY_TESTS'] === '1')
  jest.retryTimes(1, { logErrorsBeforeRetry: true, retryImmediately: true });

export {};

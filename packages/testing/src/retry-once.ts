// docs/adr/0086-ci-runs-a-failed-test-once-more.md
if (process.env['RETRY_TESTS'] === '1') jest.retryTimes(1, { logErrorsBeforeRetry: true });

export {};

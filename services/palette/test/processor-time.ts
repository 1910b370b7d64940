/**
 * Returns the result of `work`, and the milliseconds of processor time that this process spent
 * meanwhile. A busy machine keeps it waiting for longer, but it spends no more.
 */
export const spending = async <Result>(work: () => Promise<Result>): Promise<[Result, number]> => {
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return [result, (user + system) / 1_000];
};

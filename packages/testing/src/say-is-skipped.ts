/** Jest's summary only counts what was skipped; this line names the suite and the reason. */
export const sayIsSkipped = (title: string, reason: string): void => {
  process.stderr.write(`Skipped: ${title}. ${reason}\n`);
};

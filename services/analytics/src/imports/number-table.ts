/** Rows of numbers, without an object for each. */
export interface NumberTable {
  /** 0 where nothing was set. */
  get(row: number, column: number): number;
  set(row: number, column: number, value: number): void;
  clear(): void;
}

/** Rows that are made room for at once: growing copies nothing. */
const ROWS = 4_096;

/** @param make such as `(length) => new Int32Array(length)` */
export const createNumberTable = (
  columns: number,
  make: (length: number) => Int32Array | Float64Array,
): NumberTable => {
  let chunks: (Int32Array | Float64Array)[] = [];
  return {
    get: (row, column) => chunks[Math.floor(row / ROWS)]?.[(row % ROWS) * columns + column] ?? 0,
    set(row, column, value) {
      const chunk = (chunks[Math.floor(row / ROWS)] ??= make(ROWS * columns));
      chunk[(row % ROWS) * columns + column] = value;
    },
    clear() {
      chunks = [];
    },
  };
};

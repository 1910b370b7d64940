import type { Benchmark } from '../harness/benchmark.ts';
import { percentile } from '../harness/percentile.ts';
import { findCircles, isRegistryEntry, readProductFiles } from '../house/product-files.ts';

const MOST_LINES = 400;

/** How finely the product's code is divided. */
export const productFiles: Benchmark = {
  id: 'product-files',
  title: 'Files of the product',
  measures:
    'Source files without tests, migrations and generated code: how many, how long, how many of them a single other one imports (entries of registries aside), and circles of imports.',
  limitSeconds: 60,
  run({ log }) {
    const files = readProductFiles();
    const importers = new Map<string, string[]>();
    for (const { path, imports } of files)
      for (const imported of imports) importers.set(imported, [...(importers.get(imported) ?? []), path]);
    const single = files.filter(({ path }) => importers.get(path)?.length === 1 && !isRegistryEntry(path));
    const folders = new Map<string, number>();
    for (const { path } of single) {
      const folder = path.split('/').slice(0, -1).join('/');
      folders.set(folder, (folders.get(folder) ?? 0) + 1);
    }
    log('Files with a single importer, by folder:');
    for (const [folder, count] of [...folders].toSorted((a, b) => b[1] - a[1]).slice(0, 40))
      log(`  ${String(count).padStart(4)}  ${folder}`);
    const circles = findCircles(files);
    for (const circle of circles) log(`Circle: ${circle.join(', ')}`);
    const lines = files.map((file) => file.lines);
    const long = files.filter((file) => file.lines > MOST_LINES);
    for (const { path, lines: count } of long) log(`Long: ${path} (${count})`);
    return Promise.resolve([
      { name: 'files', value: files.length, unit: '', aim: { atMost: 1_200 } },
      { name: 'lines', value: lines.reduce((sum, count) => sum + count, 0), unit: '' },
      { name: 'median', value: percentile(lines, 0.5), unit: 'lines' },
      { name: 'nine in ten', value: percentile(lines, 0.9), unit: 'lines' },
      { name: 'longest', value: Math.max(...lines), unit: 'lines', aim: { atMost: MOST_LINES } },
      { name: 'with a single importer', value: single.length, unit: '', aim: { atMost: 200 } },
      { name: 'circles', value: circles.length, unit: '', aim: { atMost: 0 } },
    ]);
  },
};

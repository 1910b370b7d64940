import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

// Preloaded by `--import`: names each module of OpenTelemetry that a process loads, in a file.
const file = process.env['MODULE_LIST'];
registerHooks({
  load(url, context, next) {
    const [, name] =
      /node_modules\/((?:@opentelemetry\/|bullmq-otel)[^/]*)\/(?!.*node_modules)/.exec(url) ?? [];
    if (file !== undefined && name !== undefined) appendFileSync(file, `${name}\n`);
    return next(url, context);
  },
});

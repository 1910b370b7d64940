import type { IncomingHttpHeaders } from 'node:http';

import { listen } from '@platform/runtime';

interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: number };
}

interface OtlpSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: Attribute[];
}

interface OtlpRequest {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: OtlpSpan[] }[] }[];
}

/** A span as a collector gets it. */
export interface CollectedSpan extends OtlpSpan {
  service: string | undefined;
  attribute(name: string): string | number | undefined;
}

export interface Collector {
  url: string;
  spans: CollectedSpan[];
  /** All that was received, as text. */
  received: string[];
  headers: IncomingHttpHeaders[];
  close(): Promise<void>;
}

const valueOf = (attributes: readonly Attribute[], name: string): string | number | undefined => {
  const { value } = attributes.find(({ key }) => key === name) ?? {};
  return value?.stringValue ?? value?.intValue;
};

/** A collector of traces: OTLP as JSON over HTTP. */
export const startCollector = async (): Promise<Collector> => {
  const [spans, received, headers]: [CollectedSpan[], string[], IncomingHttpHeaders[]] = [[], [], []];
  const server = await listen(
    (request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        received.push(body);
        headers.push(request.headers);
        for (const { resource, scopeSpans } of (JSON.parse(body) as OtlpRequest).resourceSpans)
          for (const span of scopeSpans.flatMap((scope) => scope.spans))
            spans.push({
              ...span,
              service: String(valueOf(resource.attributes, 'service.name')),
              attribute: (name) => valueOf(span.attributes, name),
            });
        response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
      });
    },
    { port: 0, host: '127.0.0.1' },
  );
  return {
    url: `http://127.0.0.1:${server.port}`,
    spans,
    received,
    headers,
    close: () => server.close(),
  };
};

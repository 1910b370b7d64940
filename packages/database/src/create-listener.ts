import pg from 'pg';

export interface Listener {
  close(): Promise<void>;
}

export interface ListenerOptions {
  url: string;
  channel: string;
  /** Called with the payload of each notification. */
  onNotification: (payload: string) => void;
  /** Called after each (re)connection. Notifications may have been missed, so empty caches here. */
  onConnect?: () => void;
  onError?: (error: unknown) => void;
}

const RETRY_MILLISECONDS = 500;

/** Listens on a PostgreSQL channel (LISTEN/NOTIFY). Reconnects when its connection is lost. */
export const createListener = (options: ListenerOptions): Listener => {
  const { url, channel, onNotification, onConnect, onError } = options;
  let closed = false;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;

  const reconnectLater = (): void => {
    if (closed) return;
    timer = setTimeout(() => void connect(), RETRY_MILLISECONDS);
  };

  const connect = async (): Promise<void> => {
    const next = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 5_000 });
    let lost = false;
    const onLost = (error?: unknown): void => {
      if (lost) return;
      lost = true;
      if (error !== undefined && !closed) onError?.(error);
      void next.end().catch(() => undefined);
      reconnectLater();
    };
    next.on('error', onLost);
    next.on('end', () => {
      onLost();
    });
    next.on('notification', ({ payload }) => {
      onNotification(payload ?? '');
    });
    client = next;
    try {
      await next.connect();
      await next.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
      onConnect?.();
    } catch (error) {
      onLost(error);
    }
  };

  const first = connect();
  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      await first;
      await client?.end().catch(() => undefined);
    },
  };
};

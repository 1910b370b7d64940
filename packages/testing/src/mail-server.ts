import type { AddressInfo } from 'node:net';

import PostalMime from 'postal-mime';
import type { Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface MailServer {
  url: string;
  /** Messages that were taken, in order. */
  readonly messages: readonly (Email & { recipients: string[] })[];
  /** Code with which the next messages are refused; null takes them. */
  refuseWith: number | null;
  /** Called with each message before it is taken. */
  beforeAccept: () => Promise<void>;
  close(): Promise<void>;
}

/** A real SMTP server on a free port that keeps what it is sent. */
export const startMailServer = async (host = '127.0.0.1'): Promise<MailServer> => {
  const messages: (Email & { recipients: string[] })[] = [];
  const state = { refuseWith: null as number | null, beforeAccept: () => Promise.resolve() };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        void (async () => {
          await state.beforeAccept();
          if (state.refuseWith !== null) {
            callback(Object.assign(new Error('not now'), { responseCode: state.refuseWith }));
            return;
          }
          const email = await new PostalMime().parse(Buffer.concat(chunks));
          messages.push({ ...email, recipients: session.envelope.rcptTo.map(({ address }) => address) });
          callback();
        })();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://${host.includes(':') ? `[${host}]` : host}:${port}`,
    messages,
    get refuseWith() {
      return state.refuseWith;
    },
    set refuseWith(code) {
      state.refuseWith = code;
    },
    get beforeAccept() {
      return state.beforeAccept;
    },
    set beforeAccept(work) {
      state.beforeAccept = work;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
      }),
  };
};

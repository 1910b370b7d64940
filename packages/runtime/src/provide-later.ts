/** Parts of the platform that `npm start` installs or builds only when they are first used. */
export const LATER_PARTS = ['console', 'browser', 'downloads'] as const;
export type LaterPart = (typeof LATER_PARTS)[number];

/** The type of the messages between a process and its parent. */
export const PROVIDE = 'provide-part';

export interface ProvideRequest {
  type: typeof PROVIDE;
  part: LaterPart;
}
interface ProvideReply extends ProvideRequest {
  /** Why it failed. */
  fault?: string;
}

const FLAG = '--parts-later=';

/** The flag that tells a process which parts it has to ask for. */
export const laterFlag = (parts: readonly LaterPart[]): string => FLAG + parts.join(',');

/** A process's knowledge of itself, and its line to its parent. */
type Host = Pick<NodeJS.Process, 'argv' | 'on' | 'off'> & { readonly send?: NodeJS.Process['send'] };

interface LaterParts {
  /** True if a part has to be asked for before it is used. */
  readonly comesLater: (part: LaterPart) => boolean;
  /**
   * Has the parent process install a part, and resolves when it is there: at once where it is, as in
   * containers.
   * @throws an error that says why it could not be installed; the next call tries again
   */
  readonly provideLater: (part: LaterPart) => Promise<void>;
}

/** Keeps what a process has been given since it started. */
export const createLaterParts = (host: Host): LaterParts => {
  const provided = new Set<LaterPart>();
  const comesLater = (part: LaterPart): boolean =>
    host.send !== undefined &&
    !provided.has(part) &&
    host.argv.some((word) => word.startsWith(FLAG) && word.slice(FLAG.length).split(',').includes(part));
  return {
    comesLater,
    provideLater: async (part) => {
      if (!comesLater(part)) return;
      const { promise, resolve, reject } = Promise.withResolvers<undefined>();
      const hear = (message: unknown): void => {
        const reply = message as Partial<ProvideReply>;
        if (reply.type !== PROVIDE || reply.part !== part) return;
        if (reply.fault === undefined) resolve(undefined);
        else reject(new Error(reply.fault));
      };
      host.on('message', hear);
      host.send?.({ type: PROVIDE, part } satisfies ProvideRequest);
      try {
        await promise;
        provided.add(part);
      } finally {
        host.off('message', hear);
      }
    },
  };
};

/** Of this process. */
export const { comesLater, provideLater } = createLaterParts(process);

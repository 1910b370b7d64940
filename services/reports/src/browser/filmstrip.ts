import type { CDPSession } from 'playwright-core';

/** A picture of a page while it loads. */
export interface Frame {
  /** Milliseconds since the navigation began. */
  readonly at: number;
  readonly image: Buffer;
}

/** Pictures of a strip. */
export const STRIP = 8;
const PICTURE = { format: 'jpeg', quality: 45, maxWidth: 206, maxHeight: 412 } as const;
/** The browser sends the next frame once the last one is acknowledged: ten a second at most. */
const PACE_MILLISECONDS = 100;
const MOST_FRAMES = 400;

/**
 * The frames to show at even steps up to the last change: at each the newest one by then, null before
 * anything was painted.
 */
export const stripOf = <Shot extends Pick<Frame, 'at'>>(
  frames: readonly Shot[],
  end: number,
): { at: number; frame: Shot | null }[] => {
  const last = Math.max(end, frames.at(-1)?.at ?? 0);
  if (frames.length === 0 || last <= 0) return [];
  return Array.from({ length: STRIP }, (_, index) => {
    const at = Math.round((last * (index + 1)) / STRIP);
    return { at, frame: frames.findLast((frame) => frame.at <= at + 1) ?? null };
  });
};

/**
 * Begins to take pictures of a page as it changes.
 * @returns a function that ends it; it takes the time at which the navigation began, in milliseconds
 *   since 1970, and returns the pictures since then, the earliest first
 */
export const startFilmstrip = async (session: CDPSession): Promise<(begin: number) => Promise<Frame[]>> => {
  const frames: { time: number; data: string }[] = [];
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    if (frames.length >= MOST_FRAMES) return;
    frames.push({ time: (metadata.timestamp ?? 0) * 1000, data });
    setTimeout(() => {
      // The page may be gone.
      session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
    }, PACE_MILLISECONDS).unref();
  });
  await session.send('Page.startScreencast', PICTURE);
  return async (begin) => {
    await session.send('Page.stopScreencast').catch(() => undefined);
    return frames
      .filter(({ time }) => time >= begin)
      .map(({ time, data }) => ({ at: Math.round(time - begin), image: Buffer.from(data, 'base64') }));
  };
};

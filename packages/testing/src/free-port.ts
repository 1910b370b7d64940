import { freePorts } from '@platform/runtime';

/** A TCP port on 127.0.0.1 that nothing listens on now. */
export const freePort = async (): Promise<number> => {
  const [port = 0] = await freePorts(1);
  return port;
};

/** Where this machine reaches a process that listens on a host, which may be all of them. */
export const ownAddress = (port: number, host = '127.0.0.1'): string => {
  // A process that listens everywhere is asked on the loopback interface.
  const address = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
};

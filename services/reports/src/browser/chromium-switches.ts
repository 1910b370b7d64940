const HEAP_MIB = 512;

/**
 * Switches that leave the proxy as the only way out: no direct lookups, no QUIC, no UDP of WebRTC,
 * and no exception for loopback and link-local addresses.
 */
export const switchesFor = (proxyUrl: string): string[] => [
  `--proxy-server=${proxyUrl}`,
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  '--disable-quic',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--dns-prefetch-disable',
  '--no-pings',
  '--disable-sync',
  '--disable-component-update',
  '--disable-features=DnsOverHttps,AsyncDns,MediaRouter,DialMediaRouteProvider,NetworkPrediction',
  `--js-flags=--max-old-space-size=${HEAP_MIB}`,
  '--renderer-process-limit=2',
];

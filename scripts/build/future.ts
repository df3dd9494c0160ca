/** Remix's flags. Single fetch and lazy route discovery have known holes in version 2 and stay off. */
export const future = {
  v3_fetcherPersist: true,
  v3_relativeSplatPath: true,
  v3_throwAbortReason: true,
  v3_routeConfig: true,
  v3_singleFetch: false,
  v3_lazyRouteDiscovery: false,
};

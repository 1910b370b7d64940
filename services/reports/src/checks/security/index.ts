export { https } from './https.ts';
export { strictTransportSecurity } from './strict-transport-security.ts';
export { xContentTypeOptions } from './x-content-type-options.ts';

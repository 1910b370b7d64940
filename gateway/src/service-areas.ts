import Joi from 'joi';

/**
 * The services behind the gateway, each with the port that it has on one machine. Settings, proxies
 * and types derive from here: a new service is a line, and its rows in the routing table.
 */
const PORTS = { analytics: 8081, reports: 8082, palette: 8083 } as const;

/** A part of the interface that has a service of its own. */
export type ServiceArea = keyof typeof PORTS;

export const SERVICE_AREAS = Object.keys(PORTS) as readonly ServiceArea[];

type AddressName = `${Uppercase<ServiceArea>}_URL`;
type HostName = `${Uppercase<ServiceArea>}_HOST`;

/** `ANALYTICS_URL` and so on: where each service is; several instances, separated by commas. */
export type ServiceAddresses = Record<AddressName, string>;

/** `ANALYTICS_HOST` and so on: host names that each serve one area only. */
export type ServiceHosts = Partial<Record<HostName, string>>;

/** The setting that says where a service is. */
export const addressName = (area: ServiceArea): AddressName => `${area.toUpperCase()}_URL` as AddressName;
const hostName = (area: ServiceArea): HostName => `${area.toUpperCase()}_HOST` as HostName;

/** A value for each service. */
export const forEachArea = <Value>(valueOf: (area: ServiceArea) => Value): Record<ServiceArea, Value> =>
  Object.fromEntries(SERVICE_AREAS.map((area) => [area, valueOf(area)])) as Record<ServiceArea, Value>;

/** The base addresses in a setting. */
export const targetsIn = (setting: string): string[] => setting.split(',').map((url) => url.trim());

/** An address, or several separated by commas, one for each instance of the service. */
const upstream = Joi.string().custom((value: string, helpers) => {
  const wrong = targetsIn(value).find((url) => !/^https?:$/.test(URL.parse(url)?.protocol ?? ''));
  if (wrong === undefined) return value;
  return helpers.message({ custom: '{{#label}} holds "{{#wrong}}", which is not an address' }, { wrong });
});

/** The settings of `ServiceAddresses`. */
export const addressVariables = Object.fromEntries(
  SERVICE_AREAS.map((area) => [addressName(area), upstream.default(`http://127.0.0.1:${PORTS[area]}`)]),
) as Record<AddressName, Joi.StringSchema>;

/** The settings of `ServiceHosts`. */
export const hostVariables = Object.fromEntries(
  SERVICE_AREAS.map((area) => [hostName(area), Joi.string().hostname().lowercase()]),
) as Record<HostName, Joi.StringSchema>;

/** Where each service is, by its area. */
export const addressesIn = (config: ServiceAddresses): Record<ServiceArea, string> =>
  forEachArea((area) => config[addressName(area)]);

/** The host names that were given, by the area they serve. */
export const hostsIn = (config: ServiceHosts): Partial<Record<ServiceArea, string>> =>
  Object.fromEntries(
    SERVICE_AREAS.flatMap((area) => {
      const host = config[hostName(area)];
      return host === undefined ? [] : [[area, host] as const];
    }),
  );

import type { Services } from './services.ts';

/** Returns a function that creates one value per app, on first use, for state that several features share. */
export function perApp<T>(create: (services: Services) => T): (services: Services) => T {
  const values = new WeakMap<Services, { value: T }>();
  return (services) => {
    const known = values.get(services) ?? { value: create(services) };
    values.set(services, known);
    return known.value;
  };
}

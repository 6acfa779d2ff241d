import type { Services } from './services.ts';

/** Makes one of a kind for each application, on first use: what several features share. */
export function perApp<T>(create: (services: Services) => T): (services: Services) => T {
  const made = new WeakMap<Services, { value: T }>();
  return (services) => {
    const known = made.get(services) ?? { value: create(services) };
    made.set(services, known);
    return known.value;
  };
}

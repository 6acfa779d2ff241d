/** Distinguishes an API path that was called with the wrong method from one that does not exist. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, notFound } from './errors.ts';

type Known = { pattern: RegExp; methods: Set<string> };

const toPattern = (url: string): RegExp => new RegExp(`^${url.replace(/[.+]/g, '\\$&').replace(/:\w+/g, '[^/]+')}/?$`);

export type UnknownRoutes = {
  /** Returns the failure for a request that matches no route: 405 if its path has other methods, 404 otherwise. */
  describe(request: FastifyRequest): AppError;
};

/** Must be called before the routes are registered, so that it sees them. */
export function watchRoutes(app: FastifyInstance): UnknownRoutes {
  const known = new Map<string, Known>();
  app.addHook('onRoute', ({ url, method }) => {
    // The wildcard routes serve the web pages for any path.
    if (url.includes('*')) return;
    const entry = known.get(url) ?? { pattern: toPattern(url), methods: new Set() };
    for (const name of [method].flat()) entry.methods.add(name);
    known.set(url, entry);
  });
  return {
    describe({ url, method }) {
      const path = url.split('?')[0] ?? '';
      const methods = new Set<string>();
      for (const entry of known.values()) {
        if (entry.pattern.test(path)) for (const name of entry.methods) methods.add(name);
      }
      if (methods.size === 0 || methods.has(method)) return notFound();
      return new AppError(405, undefined, { allow: [...methods].sort().join(', ') });
    },
  };
}

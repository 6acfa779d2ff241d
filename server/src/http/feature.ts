/** What a feature is given to bind itself: the default export of its `routes.ts` takes this. */
import type { FastifyInstance } from 'fastify';
import type { Services } from '#services.ts';
import type { Binder } from './bind.ts';
import type { TryCounter, TryCounterOptions } from './rate-limit.ts';

export type FeatureContext = {
  app: FastifyInstance;
  bind: Binder;
  services: Services;
  createTryCounter: (options: Omit<TryCounterOptions, 'factor'>) => TryCounter;
};

export type Feature = (context: FeatureContext) => void;

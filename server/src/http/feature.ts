/** What a feature is given to bind itself: the default export of its `routes.ts` takes this. */
import type { FastifyInstance } from 'fastify';
import type { Services } from '#services.ts';
import type { Binder } from './bind.ts';
import type { PageHeads } from './page-heads.ts';
import type { TryCounter, TryCounterOptions } from './rate-limit.ts';

export type FeatureContext = {
  app: FastifyInstance;
  bind: Binder;
  services: Services;
  /** Where a feature says what the heads of its pages hold. */
  pageHeads: Pick<PageHeads, 'describe'>;
  createTryCounter: (options: Omit<TryCounterOptions, 'factor'>) => TryCounter;
};

export type Feature = (context: FeatureContext) => void;

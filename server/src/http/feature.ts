/** What a feature needs to bind itself: the argument of the default export of its `routes.ts`. */
import type { FastifyInstance } from 'fastify';
import type { Services } from '#services.ts';
import type { Binder } from './bind.ts';
import type { RawBinder } from './bind-raw.ts';
import type { Charge, NetworkCounter, TryCounter, TryCounterOptions } from './gate/rate-limit.ts';
import type { DescribedPages } from './pages/described-pages.ts';
import type { PublicDocuments } from './pages/documents.ts';

type CounterOptions = Omit<TryCounterOptions, 'factor' | 'onLimit'>;

export type FeatureContext = {
  app: FastifyInstance;
  bind: Binder;
  /** For responses that are not JSON. */
  bindRaw: RawBinder;
  /** For routes that are not in the contract. */
  charge: Charge;
  services: Services;
  /** Where a feature describes its pages for guests. */
  pages: Pick<DescribedPages, 'describe'>;
  /** Where a feature serves public documents that are not pages. */
  documents: PublicDocuments;
  createTryCounter: (options: CounterOptions) => TryCounter;
  /** Like `createTryCounter`, keyed by the network of the caller's address. */
  createNetworkCounter: (options: CounterOptions) => NetworkCounter;
};

export type Feature = (context: FeatureContext) => void;

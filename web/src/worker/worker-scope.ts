/** The part of the service worker API that ours uses; the type library only has that of windows. */
import type { WorkerMessage } from '@afterhours/contract/constants/installed-app';

type Waiting = Event & { waitUntil(work: Promise<unknown>): void };
export type Fetching = Waiting & {
  request: Request;
  preloadResponse?: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
};
type Pushing = Waiting & { data: { text(): string } | null };
type Clicked = Waiting & { notification: Pick<Notification, 'close' | 'data'> };
type Syncing = Waiting & { tag: string };
type Messaged = Waiting & { data: WorkerMessage; ports: readonly MessagePort[] };

export type Client = {
  url: string;
  focused: boolean;
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
  postMessage(message: WorkerMessage, transfer: Transferable[]): void;
};

export type Clients = {
  claim(): Promise<void>;
  matchAll(options: { type: 'window'; includeUncontrolled?: boolean }): Promise<readonly Client[]>;
  openWindow(url: string): Promise<unknown>;
};

type Events = {
  install: Waiting;
  activate: Waiting;
  fetch: Fetching;
  push: Pushing;
  notificationclick: Clicked;
  sync: Syncing;
  message: Messaged;
};

export type WorkerScope = {
  location: Location;
  caches: CacheStorage;
  clients: Clients;
  navigator: Navigator;
  registration: Pick<ServiceWorkerRegistration, 'showNotification'> & {
    navigationPreload?: { enable(): Promise<void> };
  };
  fetch: typeof fetch;
  skipWaiting(): Promise<void>;
  addEventListener<K extends keyof Events>(type: K, listener: (event: Events[K]) => void): void;
};

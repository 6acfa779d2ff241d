import { type ComponentType, createElement, isValidElement, lazy, type ReactNode, useState } from 'react';
import { createRoutesFromElements, matchRoutes } from 'react-router';
import { yieldToBrowser } from '#lib/browser/yield-to-browser.ts';
import type { AppStore } from '#lib/store.ts';

/** Where a page is rendered: its path and, before the first render, the store that it can fill. */
export type Place = { pathname: string; store?: AppStore | undefined };

/** A component that loads what it renders at a place, either on its first render or ahead of it. */
export type Page<Props> = ComponentType<Props> & { load: (place: Place) => Promise<void> };

/** Pages may have this: it loads the page's initial data into the store before the first render. */
type Prepared = { prepare: (store: AppStore) => Promise<unknown> };

/** A slow response must not hold up the page. */
const PREPARED_MS = 500;

const isPrepared = (component: object): component is Prepared => 'prepare' in component;

const atMost = (ms: number, work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work, new Promise((resolve) => setTimeout(resolve, ms))]);

const isPage = (type: unknown): type is Page<object> => typeof type === 'function' && 'load' in type;

/** Returns a page by its export name in a module. Once loaded it renders at once; until then it suspends. */
export function page<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): Page<Props> {
  let loaded: ComponentType<Props> | undefined;
  const start = async () => {
    loaded = (await load())[name];
    return { default: loaded };
  };
  const Lazy = lazy(start);
  function LoadedPage(props: Props) {
    const [Component] = useState<ComponentType<Props>>(() => loaded ?? Lazy);
    return createElement(Component, props);
  }
  const loadAll = async (place: Place) => {
    const { default: Component } = await start();
    await yieldToBrowser();
    if (isPage(Component)) await Component.load(place);
    else if (place.store && isPrepared(Component)) await atMost(PREPARED_MS, Component.prepare(place.store));
  };
  return Object.assign(LoadedPage, { load: loadAll });
}

/** Loads the pages in an element, which may be wrapped in guards. */
async function loadPagesIn(node: ReactNode, place: Place): Promise<void> {
  if (!isValidElement<{ children?: ReactNode }>(node)) return;
  const { type, props } = node;
  await Promise.all([isPage(type) ? type.load(place) : undefined, loadPagesIn(props.children, place)]);
}

/** Loads everything that is rendered at a place, so that it appears complete. Rejects if a part fails to load. */
export async function loadPagesAt(routes: ReactNode, place: Place): Promise<void> {
  const matches = matchRoutes(createRoutesFromElements(routes), place.pathname) ?? [];
  await Promise.all(matches.map(({ route }) => loadPagesIn(route.element, place)));
}

import { type ComponentType, createElement, isValidElement, lazy, type ReactNode, useState } from 'react';
import { createRoutesFromElements, matchRoutes } from 'react-router';
import { breathe } from '#lib/browser/breathe.ts';
import type { AppStore } from '#lib/store.ts';

/** Where a page is drawn: its path, and before the first drawing the store that it can fill. */
export type Place = { pathname: string; store?: AppStore | undefined };

/** A component that loads what it draws at a place: when it is first drawn, or before. */
export type Page<Props> = ComponentType<Props> & { load: (place: Place) => Promise<void> };

/** What a page may have: it puts the answer that the page begins with into the store, before its first drawing. */
type Prepared = { prepare: (store: AppStore) => Promise<unknown> };

/** A slow answer does not hold up the page. */
const PREPARED_MS = 500;

const isPrepared = (component: object): component is Prepared => 'prepare' in component;

const atMost = (ms: number, work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work, new Promise((resolve) => setTimeout(resolve, ms))]);

const isPage = (type: unknown): type is Page<object> => typeof type === 'function' && 'load' in type;

/** Returns a page by its name in its module. Once loaded it is drawn at once; until then it suspends. */
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
    await breathe();
    if (isPage(Component)) await Component.load(place);
    else if (place.store && isPrepared(Component)) await atMost(PREPARED_MS, Component.prepare(place.store));
  };
  return Object.assign(LoadedPage, { load: loadAll });
}

/** Loads the pages in an element, which guards may stand around. */
async function loadPagesIn(node: ReactNode, place: Place): Promise<void> {
  if (!isValidElement<{ children?: ReactNode }>(node)) return;
  const { type, props } = node;
  await Promise.all([isPage(type) ? type.load(place) : undefined, loadPagesIn(props.children, place)]);
}

/** Loads what is drawn at a place, so that it is drawn whole at once. Rejects when a part does not arrive. */
export async function loadPagesAt(routes: ReactNode, place: Place): Promise<void> {
  const matches = matchRoutes(createRoutesFromElements(routes), place.pathname) ?? [];
  await Promise.all(matches.map(({ route }) => loadPagesIn(route.element, place)));
}

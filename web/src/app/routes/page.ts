import { type ComponentType, createElement, isValidElement, lazy, type ReactNode, useState } from 'react';
import { createRoutesFromElements, matchRoutes } from 'react-router';

/** A component that loads what it draws at a path: when it is first drawn, or before. */
export type Page<Props> = ComponentType<Props> & { load: (pathname: string) => Promise<void> };

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
  const loadAll = async (pathname: string) => {
    const { default: Component } = await start();
    if (isPage(Component)) await Component.load(pathname);
  };
  return Object.assign(LoadedPage, { load: loadAll });
}

/** Loads the pages in an element, which guards may stand around. */
async function loadPagesIn(node: ReactNode, pathname: string): Promise<void> {
  if (!isValidElement<{ children?: ReactNode }>(node)) return;
  const { type, props } = node;
  await Promise.all([isPage(type) ? type.load(pathname) : undefined, loadPagesIn(props.children, pathname)]);
}

/** Loads what is drawn at a path, so that it is drawn whole at once. Rejects when a part does not arrive. */
export async function loadPagesAt(routes: ReactNode, pathname: string): Promise<void> {
  const matches = matchRoutes(createRoutesFromElements(routes), pathname) ?? [];
  await Promise.all(matches.map(({ route }) => loadPagesIn(route.element, pathname)));
}

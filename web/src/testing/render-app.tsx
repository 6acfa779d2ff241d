import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter, useLocation } from 'react-router';
import { createStore } from '#lib/store.ts';

function Place() {
  const { pathname, search, state } = useLocation();
  return (
    <output aria-label="Place" data-state={JSON.stringify(state)}>
      {pathname + search}
    </output>
  );
}

/**
 * Renders something inside a store and a router that starts at `at`; `place()` returns the router's current location.
 */
export function renderAt(
  at: string | { pathname: string; state: unknown },
  draw: (store: ReturnType<typeof createStore>) => ReactNode,
) {
  const store = createStore();
  const result = render(
    <Provider store={store}>
      <MemoryRouter initialEntries={[at]}>
        {draw(store)}
        <Place />
      </MemoryRouter>
    </Provider>,
  );
  const place = () => screen.getByLabelText('Place').textContent;
  return { ...result, store, place, user: userEvent.setup() };
}

import { render, screen } from '@testing-library/react';
import { type ReactNode, Suspense } from 'react';
import { Route } from 'react-router';
import { expect, it } from 'vitest';
import { loadPagesAt, type Place, page } from './page.ts';

const Guard = ({ children }: { children: ReactNode }) => children;

it('A page that has been loaded before renders at once, even inside a guard and a separately loaded part', async () => {
  const Inner = page(() => Promise.resolve({ Bench: () => <p>Bench</p> }), 'Bench');
  const Outer = page(
    () =>
      Promise.resolve({
        Part: Object.assign(() => <Inner />, { load: (place: Place) => loadPagesAt(inner, place) }),
      }),
    'Part',
  );
  const inner = (
    <Route
      path="/bench"
      element={
        <Guard>
          <Inner />
        </Guard>
      }
    />
  );
  await loadPagesAt(<Route path="*" element={<Outer />} />, { pathname: '/bench' });
  render(
    <Suspense fallback="Loading">
      <Outer />
    </Suspense>,
  );
  expect(screen.getByText('Bench')).toBeTruthy();
});

it('A page that failed to load is requested again when it is rendered', async () => {
  let load = (): Promise<{ Bench: () => ReactNode }> => Promise.reject(new TypeError('Failed to fetch'));
  const Bench = page(() => load(), 'Bench');
  await expect(loadPagesAt(<Route path="/bench" element={<Bench />} />, { pathname: '/bench' })).rejects.toThrow(
    'Failed to fetch',
  );
  load = () => Promise.resolve({ Bench: () => <p>Bench</p> });
  render(
    <Suspense fallback="Loading">
      <Bench />
    </Suspense>,
  );
  expect(await screen.findByText('Bench')).toBeTruthy();
});

import { act, render, screen } from '@testing-library/react';
import { Suspense, use } from 'react';
import { expect, it } from 'vitest';
import { PageLoading } from './page-loading.tsx';

const Page = ({ loaded }: { loaded: Promise<string> }) => (
  <main id="main" tabIndex={-1}>
    {use(loaded)}
  </main>
);

async function renderPage(focused: boolean) {
  const { promise, resolve } = Promise.withResolvers<string>();
  await act(async () => {
    render(
      <Suspense fallback={<PageLoading />}>
        <Page loaded={promise} />
      </Suspense>,
    );
  });
  if (focused) screen.getByRole('main').focus();
  return async () => {
    await act(async () => resolve('Explore'));
    expect(screen.getByRole('main').textContent).toBe('Explore');
  };
}

it('The focus moves from the loading page to the loaded page', async () => {
  const load = await renderPage(true);
  await load();
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

it('A loaded page does not take the focus if the loading page did not have it', async () => {
  const load = await renderPage(false);
  await load();
  expect(document.activeElement).toBe(document.body);
});

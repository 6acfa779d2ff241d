import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ExportPage } from '#features/account/pages/export-page.tsx';
import { fail, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';

describe('The page that a data export link opens', () => {
  it('starts the download on a click rather than on load, needs no sign-in, and reports a dead link', async () => {
    localStorage.clear();
    const requests = serve({ 'POST /account/export/by-link': fail(404, 'This link is no longer valid.') });
    const { user, place } = renderAt('/export#secret', () => <ExportPage />);
    const button = await screen.findByRole('button', { name: 'Download my data' });
    expect(requests).toEqual([]);
    await user.click(button);
    expect(await screen.findByText('This link is no longer valid.')).toBeTruthy();
    expect(requests.at(-1)?.body).toEqual({ token: 'secret' });
    expect(place()).toBe('/export');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('keeps its button after a failure that may pass', async () => {
    serve({ 'POST /account/export/by-link': fail(503, 'Please try again soon.') });
    const { user } = renderAt('/export#secret', () => <ExportPage />);
    await user.click(await screen.findByRole('button', { name: 'Download my data' }));
    expect(await screen.findByText('Please try again soon.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Download my data' })).toBeTruthy();
  });

  it('has no button without a token', async () => {
    serve({});
    renderAt('/export', () => <ExportPage />);
    expect(await screen.findByText(/no longer valid/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Download my data' })).toBeNull();
  });
});

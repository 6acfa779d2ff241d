import { DAY_MS } from '@afterhours/contract/base/durations';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { idOf } from '#testing/build.ts';
import { ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { SameJobNote } from './same-job-note.tsx';

it('A job that is already open is named only while the same title is typed', async () => {
  const job = { _id: idOf(5), title: 'Baker', createdAt: new Date(Date.now() - DAY_MS).toISOString() };
  const requests = serve({
    'GET /me/jobs/same': ({ search }) => ok({ job: search.get('title') === 'Baker' ? job : null }),
  });
  const { rerender } = renderAt('/home', () => <SameJobNote title="Baker " />);
  const link = await screen.findByRole('link', { name: /^Show it/ });
  expect(link.getAttribute('href')).toBe(`/p/${idOf(5)}`);
  expect(screen.getByText(/open job with this title/)).toBeTruthy();
  rerender(<SameJobNote title="" />);
  expect(screen.queryByRole('link')).toBeNull();
  rerender(<SameJobNote title="Bakers" />);
  await waitFor(() => expect(requests).toHaveLength(2));
  expect(screen.queryByRole('link')).toBeNull();
});

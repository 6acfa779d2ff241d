import type { LinkCard } from '@afterhours/contract/posts/link-cards';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildOwnUser, buildPost, idOf } from '#testing/build.ts';
import { ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { Composer } from './composer.tsx';
import { EditPost } from './edit-post.tsx';

const URL = 'https://site.example/kiln';
const card: LinkCard = { url: URL, title: 'Firing a kiln', description: 'How to', site: 'site.example', image: null };

beforeEach(() => writeSession('abc', buildOwnUser({ _id: idOf(9), firstName: 'Tess' })));

const write = (text: string) => fireEvent.change(screen.getByLabelText(/Description/), { target: { value: text } });
const linkCalls = (requests: readonly { path: string }[]) => requests.filter(({ path }) => path === '/link-cards');

it('A link preview appears after a pause, and the post is sent without a `card` field', async () => {
  const requests = serve({ 'POST /link-cards': ok({ state: 'ready', card }), 'POST /post/create': ok(buildPost()) });
  const { user } = renderAt('/home', () => <Composer open onClose={() => undefined} />);
  write(`Read ${URL} tonight`);
  expect(screen.queryByText('Firing a kiln')).toBeNull();
  const link = await screen.findByRole('link', { name: /Firing a kiln/ }, { timeout: 3_000 });
  expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([URL, 'noopener noreferrer nofollow ugc']);
  expect(screen.getByText('A preview of site.example is shown with your post.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  await waitFor(() => expect(requests.some(({ path }) => path === '/post/create')).toBe(true));
  expect(requests.find(({ path }) => path === '/post/create')?.body).not.toHaveProperty('card');
  expect(linkCalls(requests)).toHaveLength(1);
});

it('A removed link preview stays removed as long as the link stays, and the post is sent without it', async () => {
  const requests = serve({ 'POST /link-cards': ok({ state: 'ready', card }), 'POST /post/create': ok(buildPost()) });
  const { user } = renderAt('/home', () => <Composer open onClose={() => undefined} />);
  write(`Read ${URL}`);
  await user.click(await screen.findByRole('button', { name: 'Remove link preview' }, { timeout: 3_000 }));
  expect(document.activeElement).toBe(screen.getByLabelText(/Description/));
  write(`Read ${URL} and more`);
  expect(screen.queryByText('Firing a kiln')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  await waitFor(() =>
    expect(requests.find(({ path }) => path === '/post/create')?.body).toMatchObject({ card: false }),
  );
});

it('A removed link preview stays removed when the draft is reopened, here and on another device', async () => {
  const requests = serve({ 'POST /link-cards': ok({ state: 'ready', card }), 'POST /post/create': ok(buildPost()) });
  const { user, unmount } = renderAt('/home', () => <Composer open onClose={() => undefined} />);
  write(`Read ${URL}`);
  await user.click(await screen.findByRole('button', { name: 'Remove link preview' }, { timeout: 3_000 }));
  const saved = () => requests.findLast(({ path }) => path === '/drafts/new')?.body;
  await waitFor(() => expect(saved()).toMatchObject({ body: { droppedLink: URL } }), { timeout: 4_000 });
  unmount();
  const again = renderAt('/home', () => <Composer open onClose={() => undefined} />);
  await again.user.click(screen.getByRole('button', { name: 'Publish' }));
  await waitFor(() =>
    expect(requests.find(({ path }) => path === '/post/create')?.body).toMatchObject({ card: false }),
  );
  expect(linkCalls(requests)).toHaveLength(1);
});

it('A link without a preview, or a failed request for one, does not block publishing', async () => {
  const requests = serve({
    'POST /link-cards': ok({ state: 'none', card: null }),
    'POST /post/create': ok(buildPost()),
  });
  const { user } = renderAt('/home', () => <Composer open onClose={() => undefined} />);
  write(`Read ${URL}`);
  await waitFor(() => expect(linkCalls(requests)).toHaveLength(1), { timeout: 3_000 });
  expect(screen.queryByRole('button', { name: 'Remove link preview' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  await waitFor(() => expect(requests.some(({ path }) => path === '/post/create')).toBe(true));
});

it('A published post shows its link preview without another request, and it can be removed', async () => {
  const { user: _user, comments: _comments, ...post } = buildPost({ description: `Read ${URL}`, card });
  const requests = serve({ 'POST /post/update': ok(buildPost()) });
  const { user } = renderAt('/home', () => <EditPost post={post} open onClose={() => undefined} />);
  expect(screen.getByText('Firing a kiln')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Remove link preview' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(requests.at(-1)?.body).toMatchObject({ card: false }));
  expect(linkCalls(requests)).toHaveLength(0);
});

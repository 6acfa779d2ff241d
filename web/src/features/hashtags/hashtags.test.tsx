import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { idOf } from '#testing/build.ts';
import { fail, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { HashtagPanel } from './components/hashtag-panel.tsx';
import { parseTags, toggleTag } from './hashtag-filter.ts';

const tags = ['kiln', 'glaze'].map((title, at) => ({ _id: idOf(500 + at), title, postsCount: 3 }));
const page = ok(tags, { page: 1, limit: 20, nextCursor: null });

it('The hashtag filter is a comma-separated list of distinct tags, ignoring case', () => {
  expect(parseTags('#kiln, Glaze,,KILN')).toEqual(['kiln', 'Glaze']);
  expect(toggleTag(['kiln'], 'glaze')).toBe('kiln,glaze');
  expect(toggleTag(['kiln', 'Glaze'], 'glaze')).toBe('kiln');
  expect(parseTags(Array.from({ length: 30 }, (_, at) => `t${at}`).join(','))).toHaveLength(20);
});

it('The hashtag panel loads its list when it opens, and ticks several before the address is updated', async () => {
  serve({ 'GET /hashtag/getAllHashtags': page });
  const lists: string[] = [];
  const { user } = renderAt('/home', () => <HashtagPanel chosen={['wheel']} onChange={(list) => lists.push(list)} />);
  await user.click(await screen.findByRole('checkbox', { name: '#kiln' }));
  await user.click(screen.getByRole('checkbox', { name: '#glaze' }));
  expect(lists).toEqual(['wheel,kiln', 'wheel,kiln,glaze']);
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: '#wheel' }).checked).toBe(true);
});

it('A new hashtag is at the top of the reloaded list; a refused one stays in its field', async () => {
  const requests = serve({
    'GET /hashtag/getAllHashtags': page,
    'POST /hashtag/createHashtag': ({ body }) =>
      (body as { title: string }).title === ''
        ? fail(422, 'Please check.', { errors: [{ field: 'title', message: 'Please enter a hashtag' }] })
        : ok({ _id: idOf(510), title: 'loom', postsCount: 0 }),
  });
  const { user } = renderAt('/home', () => <HashtagPanel chosen={[]} onChange={() => undefined} />);
  await user.click(screen.getByRole('button', { name: 'Add hashtag' }));
  expect(await screen.findByText('Please enter a hashtag')).toBeTruthy();
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Hashtag' });
  await user.type(field, 'loom{Enter}');
  await waitFor(() => expect(field.value).toBe(''));
  await waitFor(() => expect(requests.filter(({ method }) => method === 'GET')).toHaveLength(2));
  const names = (await screen.findAllByRole('checkbox')).map((box) => box.closest('li')?.textContent);
  expect(names[0]).toContain('#loom');
  expect(names).toHaveLength(3);
});

it('The hashtag panel offers to reload its list after a failure', async () => {
  serve({ 'GET /hashtag/getAllHashtags': 'unreachable' });
  const { user } = renderAt('/home', () => <HashtagPanel chosen={[]} onChange={() => undefined} />);
  const again = await screen.findByRole('button', { name: 'Load the hashtags again' });
  serve({ 'GET /hashtag/getAllHashtags': page });
  await user.click(again);
  expect(await screen.findByRole('checkbox', { name: '#kiln' })).toBeTruthy();
});

import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { buildPerson, idOf } from '#testing/build.ts';
import { renderAt } from '#testing/render-app.tsx';
import { Above } from './context.tsx';

it('A long post above a reported comment shows only its beginning until more is asked for', async () => {
  const text = `${'A long way to the comment. '.repeat(40)}The end.`;
  const shown = {
    author: buildPerson(),
    createdAt: '2026-03-01T20:00:00.000Z',
    label: null,
    hidden: false,
    held: false,
  };
  const post = { _id: idOf(800), title: null, text, pictures: [], ...shown };
  const { user } = renderAt('/moderation', () => <Above of={{ post, comment: null }} />);
  expect((await screen.findByText(/^A long way/)).textContent?.length).toBeLessThan(520);
  await user.click(screen.getByRole('button', { name: 'See more' }));
  expect(screen.getByText(/The end\.$/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'See less' }));
  expect(screen.queryByText(/The end\.$/)).toBeNull();
});

import { MAX_EARLIER } from '@afterhours/contract/moderation/staff-cases';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { idOf } from '#testing/build.ts';
import { renderAt } from '#testing/render-app.tsx';
import { EarlierCases } from './earlier-cases.tsx';

const createdAt = '2026-03-01T20:00:00.000Z';
const show = (earlier: Parameters<typeof EarlierCases>[0]['of']['earlier'], at = '/moderation') =>
  renderAt(at, () => <EarlierCases of={{ earlier }} />);

it('A case leads to the other cases of its member, each with its outcome', async () => {
  const { user } = show([
    { _id: idOf(2), kind: 'comment', outcome: 'hide', createdAt },
    { _id: idOf(1), kind: 'post', outcome: null, createdAt },
  ]);
  await user.click(await screen.findByText('2 other cases of this member'));
  const hidden = screen.getByRole('link', { name: 'Comment · Hide' });
  expect(hidden.getAttribute('href')).toBe(`/moderation?case=${idOf(2)}`);
  expect(screen.getByRole('link', { name: 'Post · Waiting' })).toBeTruthy();
});

it('A case does not count the other cases of its member if it lists only the latest ones', async () => {
  show(Array.from({ length: MAX_EARLIER }, (_, at) => ({ _id: idOf(at), kind: 'post', outcome: 'none', createdAt })));
  expect(await screen.findByText('The latest 20 other cases of this member')).toBeTruthy();
});

it('An appeal among the other cases was rejected or granted', async () => {
  show([
    { _id: idOf(2), kind: 'appeal', outcome: 'none', createdAt },
    { _id: idOf(1), kind: 'appeal', outcome: 'reverse', createdAt },
  ]);
  await screen.findByText('2 other cases of this member');
  const links = screen.getAllByRole('link', { hidden: true });
  expect(links.map((link) => link.textContent)).toEqual(['Appeal · Rejected', 'Appeal · Granted']);
});

it('A link to another case keeps the filters of the queue', async () => {
  show([{ _id: idOf(2), kind: 'comment', outcome: 'hide', createdAt }], `/moderation?state=closed&case=${idOf(1)}`);
  const link = await screen.findByRole('link', { name: 'Comment · Hide', hidden: true });
  expect(link.getAttribute('href')).toBe(`/moderation?state=closed&case=${idOf(2)}`);
});

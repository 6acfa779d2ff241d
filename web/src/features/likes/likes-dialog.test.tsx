import { act, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { notifyGone } from '#entities/people/gone-members.ts';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildOwnUser, buildPerson, idOf } from '#testing/build.ts';
import { ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { LikesDialog } from './components/likes-dialog.tsx';

beforeEach(() => writeSession('abc', buildOwnUser({ _id: idOf(9) })));

it('An open list of likes drops a member whose account is deleted', async () => {
  const by = (number: number, firstName: string) => ({
    _id: idOf(300 + number),
    likeuser: buildPerson({ _id: idOf(number), firstName, lastName: 'Costa' }),
  });
  serve({ [`GET /post/likes/${idOf(100)}`]: ok([by(6, 'Cleo'), by(7, 'Dora')], { nextCursor: null }) });
  renderAt('/home', () => <LikesDialog postId={idOf(100)} open onClose={() => undefined} />);
  expect(await screen.findByRole('link', { name: 'Cleo Costa' })).toBeTruthy();
  act(() => notifyGone(idOf(6)));
  expect(screen.queryByRole('link', { name: 'Cleo Costa' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Dora Costa' })).toBeTruthy();
});

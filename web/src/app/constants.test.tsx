/** The specification's business constants that no other test covers. */
import { COMMENTS_SHOWN, REPLIES_SHOWN } from '@afterhours/contract/constants/comments';
import { JOB_APPLIED } from '@afterhours/contract/constants/messages';
import { WEBINAR_AMOUNT } from '@afterhours/contract/constants/webinars';
import { MAX_RATING } from '@afterhours/contract/posts/ratings';
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { postsReceived } from '#entities/posts/entities.ts';
import { PostCard } from '#features/posts/components/post-card.tsx';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildComment, buildOwnUser, buildPost, idOf } from '#testing/build.ts';
import { ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';

beforeEach(() => writeSession('abc', buildOwnUser({ _id: idOf(9) })));

function renderPost(changes: Parameters<typeof buildPost>[0]) {
  return renderAt('/home', (store) => {
    store.dispatch(postsReceived([buildPost(changes)]));
    return <PostCard id={idOf(100)} />;
  });
}

describe('The contract’s constants', () => {
  it('match the specification', () => {
    expect({ COMMENTS_SHOWN, REPLIES_SHOWN, MAX_RATING, WEBINAR_AMOUNT, JOB_APPLIED }).toEqual({
      COMMENTS_SHOWN: 3,
      REPLIES_SHOWN: 5,
      MAX_RATING: 5,
      WEBINAR_AMOUNT: 1000,
      JOB_APPLIED: 'JOBAPPLIED',
    });
  });
});

describe('Previews', () => {
  const long = 'i'.repeat(60);

  it('show 40 characters of an author’s intro in the feed', () => {
    const post = buildPost();
    renderPost({ user: { ...post.user, intro_details: long } });
    expect(within(screen.getByRole('article')).getByText(`${'i'.repeat(40)}…`, { exact: false })).toBeTruthy();
    expect(screen.queryByText('i'.repeat(41), { exact: false })).toBeNull();
  });
  it('show 25 characters of a commenter’s intro', () => {
    const comment = buildComment();
    renderPost({
      commentsCount: 1,
      comments: [{ ...comment, user_id: idOf(7), user: { ...comment.user, _id: idOf(7), intro_details: long } }],
    });
    expect(screen.getByText(`${'i'.repeat(25)}…`, { exact: false })).toBeTruthy();
    expect(screen.queryByText('i'.repeat(26), { exact: false })).toBeNull();
  });
  it('load five replies at a time, then more', async () => {
    const reply = (number: number) =>
      buildComment({ _id: idOf(300 + number), parent_id: idOf(200), comment: `Reply ${number}` });
    const requests = serve({
      'POST /post/commentsReplies': ok([1, 2, 3, 4, 5].map(reply), {
        page: null,
        limit: 5,
        nextCursor: 'next',
        total: 7,
      }),
    });
    const { user } = renderPost({ commentsCount: 8, comments: [buildComment({ repliesCount: 7 })] });
    await user.click(screen.getByRole('button', { name: /replies/ }));
    expect(await screen.findByText('Reply 5')).toBeTruthy();
    const call = requests.find(({ path }) => path === '/post/commentsReplies');
    expect(call?.search.get('limit')).toBe('5');
    expect(screen.getByRole('button', { name: /more/i })).toBeTruthy();
  });
});

import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { postsReceived } from '#entities/posts/entities.ts';
import { PostCard } from '#features/posts/components/post-card.tsx';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildComment, buildOwnUser, buildPost, idOf } from '#testing/build.ts';
import { ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';

const parent = buildComment({ repliesCount: 2 });
const buildReply = (number: number, userId: string, firstName: string) =>
  buildComment({
    _id: idOf(300 + number),
    parent_id: parent._id,
    user_id: userId,
    user: { ...parent.user, _id: userId, firstName },
    comment: `Reply ${number}`,
  });
const mine = idOf(9);

beforeEach(() => {
  localStorage.clear();
  writeSession('abc', buildOwnUser({ _id: mine, firstName: 'Tess' }));
});

/** Renders a comment with two visible replies, one by Mara and one by the viewer. */
async function openReplies() {
  const thread = { page: null, limit: 5, nextCursor: null, total: 2 };
  const requests = serve({
    'POST /post/commentsReplies': ok([buildReply(1, idOf(7), 'Mara'), buildReply(2, mine, 'Tess')], thread),
    'POST /post/replyOnCommentCreateEdit': ok(buildReply(3, mine, 'Tess'), { commentsCount: 4 }),
  });
  const { user } = renderAt('/home', (store) => {
    store.dispatch(postsReceived([buildPost({ commentsCount: 3, comments: [parent] })]));
    return <PostCard id={idOf(100)} />;
  });
  await user.click(screen.getByRole('button', { name: 'Show 2 replies' }));
  const replyTo = async (text: string) => {
    const items = await screen.findAllByRole('listitem');
    const item = items.findLast((each) => within(each).queryByText(text));
    if (!item) throw new Error(`There is no comment "${text}".`);
    const [button] = within(item).getAllByRole('button', { name: 'Reply' });
    await user.click(button as HTMLElement);
    return screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reply' });
  };
  return { user, requests, replyTo };
}

describe('A reply to a reply', () => {
  it("begins with the author's name and joins the comment's thread", async () => {
    const { user, requests, replyTo } = await openReplies();
    const field = await replyTo('Reply 1');
    expect(field.value).toBe('Mara, ');
    expect(document.activeElement).toBe(field);
    await user.keyboard('I agree{Control>}{Enter}{/Control}');
    await waitFor(() =>
      expect(requests.at(-1)?.body).toMatchObject({ parent_id: parent._id, comment: 'Mara, I agree' }),
    );
  });

  it("begins without a name when it answers the viewer's own reply or the comment itself", async () => {
    const { replyTo } = await openReplies();
    expect((await replyTo('Reply 1')).value).toBe('Mara, ');
    expect((await replyTo('Reply 2')).value).toBe('');
    expect((await replyTo('Well done')).value).toBe('');
  });

  it('keeps text that was started for somebody else', async () => {
    const { user, replyTo } = await openReplies();
    await replyTo('Reply 1');
    await user.keyboard('I agree');
    expect((await replyTo('Reply 2')).value).toBe('Mara, I agree');
  });
});

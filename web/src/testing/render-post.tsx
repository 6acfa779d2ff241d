/** Renders a post as it appears in a list. */
import type { Post } from '@afterhours/contract/posts/posts';
import { screen } from '@testing-library/react';
import { postsReceived } from '#entities/posts/entities.ts';
import { FullPost } from '#entities/posts/full-post.ts';
import { PostCard } from '#features/posts/components/post-card.tsx';
import { buildPost, idOf } from './build.ts';
import { renderAt } from './render-app.tsx';

export function renderPost(changes: Partial<Post> = {}) {
  const app = renderAt('/home', (store) => {
    store.dispatch(postsReceived([buildPost(changes)]));
    return <PostCard id={idOf(100)} />;
  });
  return { ...app, card: screen.getByRole('article') };
}

/** Renders a post as it appears on its own page. */
export function renderPostPage(changes: Partial<Post> = {}) {
  const app = renderAt('/activities', (store) => {
    store.dispatch(postsReceived([buildPost(changes)]));
    return (
      <FullPost value={idOf(100)}>
        <PostCard id={idOf(100)} />
      </FullPost>
    );
  });
  return { ...app, card: screen.getByRole('article') };
}

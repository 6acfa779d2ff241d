/** Publishes posts without files, which need only the database: those that arrive together are committed together. */
import type { CreatePostBody, Post } from '@afterhours/contract/posts';
import type { Tx } from '#db/events.ts';
import { combine } from '#db/statements/combine.ts';
import { newId } from '#db/statements/id.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { type Claim, currentClaim, keepMadeFor } from '#http/idempotency.ts';
import type { Services } from '#services.ts';
import { postSaved } from '../events.ts';
import { toPostView, untouched } from '../views.ts';
import { toContent } from './content.ts';
import { insertPosts, type NewPost } from './publish-queries.ts';

type Publishing = Omit<NewPost, 'id'> & { claim: Claim | null };

function publishAll(services: Services, all: readonly Publishing[], computed: () => void): Promise<Post[]> {
  const work = async (tx: Tx): Promise<Post[]> => {
    const posts = all.map((one) => ({ ...one, id: newId() }));
    const rows = await insertPosts(tx.db, posts);
    for (const { claim, id } of posts) await keepMadeFor(tx.db, claim, id);
    await tx.emitAll(
      postSaved,
      posts.map(({ id, userId, content }) => ({
        postId: id,
        authorId: userId,
        hashtags: content.hashtags,
        isNew: true,
      })),
    );
    const bare = { attachments: [], likes: [], comments: [], state: untouched, payment: null };
    return rows.map((row) => toPostView({ row, ...bare }, row.user_id));
  };
  return inTransaction(services, work, computed);
}

/** Publishes a post without files; returns it as its author sees it. */
export type Publish = (userId: string, fields: CreatePostBody) => Promise<Post>;

export function createPublishing(services: Services): Publish {
  let number = 0;
  const publish = combine<Publishing & { number: number }, Post>({
    run: (all, computed) => publishAll(services, all, computed),
    keyOf: (one) => String(one.number),
  });
  return (userId, fields) =>
    publish({
      userId,
      postType: fields.postType,
      content: toContent(fields),
      claim: currentClaim(),
      number: number++,
    });
}

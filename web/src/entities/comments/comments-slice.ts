/** Comments and replies, each stored once. A thread is a post's comments or a comment's replies, oldest first. */
import { createEntityAdapter, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { type RootState, rootReducer } from '#lib/store.ts';
import { hasChangedSince, noChanges, noteChange } from '../changes.ts';
import { memberHidden } from '../people/user-slice.ts';
import { type CommentThread, commentsReceived, postsReceived, type StoredComment } from '../posts/entities.ts';

type Like = Pick<StoredComment, 'commentLiked' | 'likesCount'>;
type Removed = { comment: StoredComment; index: number };

const adapter = createEntityAdapter<StoredComment, string>({ selectId: (comment) => comment._id });

/** Returns the key of the thread that contains a comment: its parent's id, or its post's. */
const threadKeyOf = (comment: Pick<StoredComment, 'parent_id' | 'post_id'>): string =>
  comment.parent_id ?? comment.post_id;

const initialState = () => ({
  comments: adapter.getInitialState(),
  threads: {} as Record<string, CommentThread>,
  /** The comment that a notification links to: searched for first, then highlighted. */
  linked: null as { postId: string; id: string; highlighted: boolean } | null,
  undo: { likes: {} as Record<string, Like>, removed: {} as Record<string, Removed> },
  ...noChanges(),
});
type State = ReturnType<typeof initialState>;

function countReply(state: State, comment: StoredComment, by: 1 | -1): void {
  const parent = comment.parent_id === null ? undefined : state.comments.entities[comment.parent_id];
  if (!parent) return;
  noteChange(state, parent._id);
  parent.repliesCount += by;
}

function insert(state: State, comment: StoredComment, index?: number): void {
  const key = threadKeyOf(comment);
  const thread = (state.threads[key] ??= { key, ids: [], total: 0, exact: false, cursor: null });
  if (thread.ids.includes(comment._id)) return;
  noteChange(state, comment._id);
  thread.ids.splice(index ?? thread.ids.length, 0, comment._id);
  thread.total += 1;
  adapter.setOne(state.comments, comment);
  countReply(state, comment, 1);
}

function take(state: State, id: string): Removed | undefined {
  noteChange(state, id);
  const comment = state.comments.entities[id];
  const thread = comment && state.threads[threadKeyOf(comment)];
  if (!comment || !thread) return undefined;
  const index = thread.ids.indexOf(id);
  if (index !== -1) {
    thread.ids.splice(index, 1);
    thread.total -= 1;
    countReply(state, comment, -1);
  }
  adapter.removeOne(state.comments, id);
  return { comment, index: Math.max(index, 0) };
}

/**
 * Stores comments that were requested at `version`. What has changed since stays, and what was removed stays away. A
 * like of the viewer's stays shown until the server has settled it.
 */
function storeComments(state: State, received: readonly StoredComment[], version: number): void {
  for (const comment of received) {
    const { _id: id, commentLiked, likesCount } = comment;
    const shown = state.comments.entities[id];
    // The shown comment was edited after the response was made.
    if (shown && shown.updatedAt > comment.updatedAt) continue;
    const hasChanged = hasChangedSince(state, id, version);
    if (!shown) {
      if (!hasChanged && !(id in state.undo.removed)) adapter.addOne(state.comments, comment);
    } else if (hasChanged) {
      const { commentLiked: liked, likesCount: likes, repliesCount } = shown;
      adapter.upsertOne(state.comments, { ...comment, commentLiked: liked, likesCount: likes, repliesCount });
    } else if (state.undo.likes[id]) {
      state.undo.likes[id] = { commentLiked, likesCount };
      const difference = Number(shown.commentLiked) - Number(commentLiked);
      const like = { commentLiked: shown.commentLiked, likesCount: likesCount + difference };
      adapter.upsertOne(state.comments, { ...comment, ...like });
    } else adapter.upsertOne(state.comments, comment);
  }
}

/** Returns the ids of a received thread without removed comments, and with those that were written since. */
function listComments(state: State, { key, ids, cursor }: CommentThread, version: number): string[] {
  const { entities } = state.comments;
  const written = (state.threads[key]?.ids ?? []).filter(
    (id) => entities[id]?.pending || (cursor === null && hasChangedSince(state, id, version)),
  );
  return [...new Set([...ids.filter((id) => entities[id]), ...written])];
}

/** Returns the temporary id of the viewer's comment if its socket event arrived before the response. */
function findPending(state: State, comment: StoredComment): string | undefined {
  return state.threads[threadKeyOf(comment)]?.ids.find((id) => {
    const loaded = state.comments.entities[id];
    return loaded?.pending && loaded.user_id === comment.user_id && loaded.comment === comment.comment;
  });
}

const commentsSlice = createSlice({
  name: 'comment',
  initialState,
  reducers: {
    commentWritten: (state, { payload }: PayloadAction<StoredComment>) => insert(state, payload),
    /** Replaces a comment's temporary id with its stored version, or removes the comment if it was refused (null). */
    commentStored(state, { payload }: PayloadAction<{ temporaryId: string; comment: StoredComment | null }>) {
      const taken = take(state, payload.temporaryId);
      const { comment } = payload;
      // The socket event came before the response, so the comment is in the list already.
      if (comment && state.comments.entities[comment._id]) adapter.setOne(state.comments, comment);
      else if (comment) insert(state, comment, taken?.index);
    },
    commentHidden(state, { payload }: PayloadAction<string>) {
      const removed = take(state, payload);
      if (removed) state.undo.removed[payload] = removed;
    },
    commentRestored(state, { payload }: PayloadAction<string>) {
      const removed = state.undo.removed[payload];
      if (removed) insert(state, removed.comment, removed.index);
      delete state.undo.removed[payload];
    },
    commentGone(state, { payload }: PayloadAction<string>) {
      noteChange(state, payload);
      delete state.undo.removed[payload];
      delete state.threads[payload];
    },
    /** A comment that was just written or edited. */
    commentArrived(state, { payload }: PayloadAction<StoredComment>) {
      const loaded = state.comments.entities[payload._id];
      // Events are the same for everyone and have no viewer state.
      if (loaded) Object.assign(loaded, payload, { commentLiked: loaded.commentLiked });
      else if (!(payload._id in state.undo.removed)) {
        const own = findPending(state, payload);
        insert(state, payload, own === undefined ? undefined : take(state, own)?.index);
      }
    },
    /** A comment that was deleted on the server, whether or not it is loaded here. */
    commentLost(state, { payload }: PayloadAction<{ _id: string; post_id: string; parent_id: string | null }>) {
      if (take(state, payload._id) || payload._id in state.undo.removed) return;
      const thread = state.threads[threadKeyOf(payload)];
      if (thread) thread.total -= 1;
      const parent = payload.parent_id === null ? undefined : state.comments.entities[payload.parent_id];
      if (!parent) return;
      noteChange(state, parent._id);
      parent.repliesCount -= 1;
    },
    commentLeaving(state, { payload }: PayloadAction<string>) {
      const comment = state.comments.entities[payload];
      if (comment) comment.leaving = true;
    },
    linkedCommentRequested(state, { payload }: PayloadAction<{ postId: string; id: string }>) {
      state.linked = { ...payload, highlighted: false };
    },
    linkedCommentReached(state, { payload }: PayloadAction<string>) {
      if (state.linked?.id === payload) state.linked.highlighted = true;
    },
    commentLikeWanted(state, { payload }: PayloadAction<{ id: string; liked: boolean }>) {
      const comment = state.comments.entities[payload.id];
      if (!comment || comment.commentLiked === payload.liked) return;
      state.undo.likes[payload.id] ??= { commentLiked: comment.commentLiked, likesCount: comment.likesCount };
      comment.commentLiked = payload.liked;
      comment.likesCount += payload.liked ? 1 : -1;
    },
    commentLikeSettled(state, { payload }: PayloadAction<{ id: string; like: Like | null; last: boolean }>) {
      const confirmed = payload.like ?? state.undo.likes[payload.id];
      if (!confirmed) return;
      noteChange(state, payload.id);
      if (payload.last) {
        Object.assign(state.comments.entities[payload.id] ?? {}, confirmed);
        delete state.undo.likes[payload.id];
      } else state.undo.likes[payload.id] = confirmed;
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(memberHidden, (state, { payload }) => {
        for (const { _id } of Object.values(state.comments.entities).filter(({ user_id }) => user_id === payload)) {
          take(state, _id);
          delete state.threads[_id];
        }
      })
      .addCase(postsReceived, (state, { payload, meta }) => {
        storeComments(state, payload.comments, meta.comments);
        for (const thread of payload.threads) {
          // A thread that has been expanded further stays expanded.
          const loaded = state.threads[thread.key];
          if (loaded && loaded.ids.length >= thread.ids.length) continue;
          const ids = listComments(state, thread, meta.comments);
          state.threads[thread.key] = { ...thread, ids, total: thread.total + ids.length - thread.ids.length };
        }
      })
      .addCase(commentsReceived, (state, { payload }) => {
        const { comments, thread, append, version = Number.POSITIVE_INFINITY } = payload;
        storeComments(state, comments, version);
        if (!thread) return;
        const before = append ? (state.threads[thread.key]?.ids ?? []) : [];
        const ids = [...new Set([...before, ...listComments(state, thread, version)])];
        // A thread that is loaded to its end has exactly the loaded comments, whatever the count said.
        const total = thread.cursor === null ? ids.length : thread.total;
        state.threads[thread.key] = { ...thread, ids, total };
      }),
  selectors: {
    selectComment: (state, id: string): StoredComment | undefined => state.comments.entities[id],
    /** The comment of that post that is being searched for. */
    selectLinkedComment: (state, postId: string): string | undefined =>
      state.linked?.postId === postId && !state.linked.highlighted ? state.linked.id : undefined,
    selectIsHighlighted: (state, id: string): boolean => state.linked?.highlighted === true && state.linked.id === id,
    /** The number of these comments and their replies. */
    selectCommentCount: (state, ids: readonly string[]): number =>
      ids.reduce((sum, id) => sum + 1 + (state.comments.entities[id]?.repliesCount ?? 0), 0),
    selectThread: (state, key: string): CommentThread | undefined => state.threads[key],
  },
});

declare module '#lib/store.ts' {
  export interface LazyLoadedSlices {
    comment: ReturnType<typeof commentsSlice.getInitialState>;
  }
}

const injected = commentsSlice.injectInto(rootReducer);

export const {
  commentWritten,
  commentStored,
  commentHidden,
  commentRestored,
  commentGone,
  commentArrived,
  commentLost,
  commentLeaving,
  linkedCommentRequested,
  linkedCommentReached,
  commentLikeWanted,
  commentLikeSettled,
} = commentsSlice.actions;
export const { selectComment, selectLinkedComment, selectIsHighlighted, selectCommentCount, selectThread } =
  injected.selectors;
/** The slice's state, for commands; its initial state while the slice is not injected. */
export const selectCommentsState = (state: RootState) => injected.selectSlice(state);

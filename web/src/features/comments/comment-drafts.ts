/** The names of unsent comments: `place` is the post, the comment replied to, or the comment being edited. */
export const draftOf = (userId: string, place: string, kind: 'new' | 'edit' = 'new'): string =>
  `comment:${kind}:${userId}:${place}`;

/** Returns the name of a comment draft. `place` is the post, the comment replied to, or the comment being edited. */
export const draftOf = (userId: string, place: string, kind: 'new' | 'edit' = 'new'): string =>
  `comment:${kind}:${userId}:${place}`;

import { useEffect, useEffectEvent, useState } from 'react';
import { contentOf, type PostDraft } from './drafts/post-draft.ts';
import type { usePostForm } from './use-post-form.ts';

/** The content of a post with which its form began, and whether it was changed since. */
export function useVersion(present: PostDraft) {
  const [untouched, setUntouched] = useState(present);
  const changed = contentOf(present) !== contentOf(untouched);
  return { present, untouched, changed, follow: () => setUntouched(present) };
}

/**
 * Lets a form in which nothing is written follow its post when it is changed elsewhere. Returns whether saving would
 * replace such a change.
 */
export function useFollowing(version: ReturnType<typeof useVersion>, edit: ReturnType<typeof usePostForm>): boolean {
  const { present, changed, follow } = version;
  const { dirty, outdated, form } = edit;
  const followed = changed && !dirty && !form.pending ? present : null;
  const adopt = useEffectEvent((next: PostDraft) => {
    follow();
    edit.reset(next);
  });
  useEffect(() => {
    if (followed) adopt(followed);
  }, [followed]);
  return (changed || outdated) && dirty && !form.pending;
}

import { useLocation, useSearchParams } from 'react-router';
import { PostAndOthers } from '../components/post-and-others.tsx';

export type PostState = { post?: { _id: string }; comment?: string } | null;

/** A member's posts. A post from the navigation state or the hash comes first, followed by its author's other posts. */
export function ActivitiesPage() {
  const { state, hash } = useLocation() as { state: PostState; hash: string };
  const userId = useSearchParams()[0].get('userId') ?? undefined;
  return (
    <PostAndOthers first={state?.post?._id ?? (hash.slice(1) || undefined)} comment={state?.comment} {...{ userId }} />
  );
}

import { useLocation, useSearchParams } from 'react-router';
import { PostAndOthers } from '../components/post-and-others.tsx';

export type PostState = { post?: { _id: string }; comment?: string } | null;

/**
 * One member's posts; a post given in the navigation state or the hash comes first, and its author's posts below it.
 */
export function ActivitiesPage() {
  const { state, hash } = useLocation() as { state: PostState; hash: string };
  const userId = useSearchParams()[0].get('userId') ?? undefined;
  return (
    <PostAndOthers first={state?.post?._id ?? (hash.slice(1) || undefined)} comment={state?.comment} {...{ userId }} />
  );
}

import { useLocation, useParams } from 'react-router';
import { selectIsLoggedIn } from '#features/account/auth-slice.ts';
import { useAppSelector } from '#lib/store.ts';
import { PostAndOthers } from '../components/post-and-others.tsx';
import { PostForGuests } from '../components/post-for-guests.tsx';

/** A post at its own address, for everyone who may see it. */
export function PostPage() {
  const { id = '' } = useParams();
  const state = useLocation().state as { comment?: string } | null;
  const signedIn = useAppSelector(selectIsLoggedIn);
  return signedIn ? <PostAndOthers first={id} comment={state?.comment} /> : <PostForGuests id={id} />;
}

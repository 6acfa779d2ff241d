import { useParams } from 'react-router';
import { selectIsLoggedIn } from '#features/account/auth-slice.ts';
import { MemberPosts } from '#features/activities/components/member-posts.tsx';
import { userImage } from '#features/uploads/image-address.ts';
import { useAppSelector } from '#lib/store.ts';
import { Avatar } from '#ui/avatar.tsx';
import { ButtonLink } from '#ui/button-link.tsx';
import { Card } from '#ui/card.tsx';
import { Columns } from '#ui/shell/columns.tsx';
import { selectPerson } from '../user-slice.ts';
import styles from './member-page.module.css';

/** Another member: who they are as far as their posts tell, and those posts. */
export function MemberPage() {
  const { id = '' } = useParams();
  const person = useAppSelector((state) => selectPerson(state, id));
  const signedIn = useAppSelector(selectIsLoggedIn);
  const name = person ? `${person.firstName} ${person.lastName}` : 'Member';
  return (
    <Columns>
      <title>{`${name} · Afterhours`}</title>
      <Card>
        <div className={styles.head}>
          <Avatar name={person?.firstName ?? ''} src={userImage(person?.image, 96)} size={96} />
          <div>
            <h1>{name}</h1>
            {person?.profession && <p>{person.profession}</p>}
            {person?.intro_details && <p className={styles.intro}>{person.intro_details}</p>}
          </div>
        </div>
        {!signedIn && (
          <p className={styles.join}>
            <ButtonLink to="/Register" variant="primary">
              Join to follow
            </ButtonLink>
          </p>
        )}
      </Card>
      <h2>Posts</h2>
      <MemberPosts userId={id} />
    </Columns>
  );
}

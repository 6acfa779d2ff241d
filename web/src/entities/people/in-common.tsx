import { defineMessages } from '@afterhours/contract/base/message';
import type { PeopleInCommon } from '@afterhours/contract/people/people';
import { userImage } from '#lib/image-address.ts';
import { Avatar } from '#ui/media/avatar.tsx';
import { Sentence } from '#ui/text/sentence.tsx';
import styles from './in-common.module.css';

const texts = defineMessages('people.inCommon', {
  followed:
    '{others, plural, =0 {Followed by {name}} one {Followed by {name} and # other you follow} ' +
    'other {Followed by {name} and {others, number} others you follow}}',
});

/** The people followed by the viewer who follow a member: three avatars, a name and the number of others. */
export function InCommon({ count, people }: PeopleInCommon) {
  const [first] = people;
  if (!first) return null;
  return (
    <span className={styles.line}>
      <span className={styles.faces}>
        {people.map(({ _id, firstName, image }) => (
          <Avatar key={_id} name={firstName} src={userImage(image, 24)} size={24} />
        ))}
      </span>
      <span>
        <Sentence text={texts.followed} values={{ name: first.firstName, others: count - 1 }} />
      </span>
    </span>
  );
}

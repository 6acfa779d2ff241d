import { defineMessages } from '@afterhours/contract/base/message';
import type { PeopleInCommon, ReasonParts } from '@afterhours/contract/people/people';
import { memo } from 'react';
import { Link } from 'react-router';
import { InCommon } from '#entities/people/in-common.tsx';
import { profilePath } from '#entities/people/profile-path.ts';
import { SuggestionReason } from '#entities/people/suggestion-reason.tsx';
import { selectPerson } from '#entities/people/user-slice.ts';
import { ConnectButton } from '#features/connections/components/connect-button.tsx';
import { FollowButton } from '#features/follow/components/follow-button.tsx';
import { userImage } from '#lib/image-address.ts';
import { useAppSelector } from '#lib/store.ts';
import { countryName } from '#lib/text/country.ts';
import { fullName } from '#lib/text/full-name.ts';
import { t } from '#lib/text/translate.ts';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { Avatar } from '#ui/media/avatar.tsx';
import styles from './colleague.module.css';

const texts = defineMessages('people.colleague', {
  visit: 'Visit page',
  visitMember: 'Visit page of {name}',
});

type ColleagueProps = {
  _id: string;
  inCommon: PeopleInCommon;
  /** Why the member is suggested. */
  reasonParts?: ReasonParts | null;
  country?: string | null;
};

/** Why the member is suggested, and which people they have in common with the viewer. */
function Why({ inCommon, reasonParts }: Required<Pick<ColleagueProps, 'inCommon' | 'reasonParts'>>) {
  // The faces of the people in common already show this reason.
  const reason = reasonParts?.kind === 'follows' && inCommon.count > 0 ? null : reasonParts;
  return (
    <>
      {reason && (
        <p>
          <SuggestionReason {...reason} />
        </p>
      )}
      {inCommon.count > 0 && (
        <p>
          <InCommon {...inCommon} />
        </p>
      )}
    </>
  );
}

/** A member on /find: name, profession, country and people in common, with one primary button and two quiet ones. */
export const Colleague = memo(function Colleague({
  _id,
  inCommon,
  reasonParts = null,
  country = null,
}: ColleagueProps) {
  const person = useAppSelector((state) => selectPerson(state, _id));
  if (!person) return null;
  const { username, profession, image } = person;
  const name = person.firstName ? fullName(person) : username;
  const page = profilePath(person);
  return (
    <li data-row={_id} className={styles.entry}>
      <Link to={page} tabIndex={-1} aria-hidden="true" className={styles.face}>
        {/* Members without a picture have a generic icon here, not an initial. */}
        <Avatar name="" src={userImage(image, 64)} size={64} />
      </Link>
      <div className={styles.who}>
        <h2 className={styles.name}>
          <Link to={page}>
            <bdi>{name}</bdi>
          </Link>
        </h2>
        {profession && (
          <p className={styles.trade}>
            <bdi>{profession}</bdi>
          </p>
        )}
      </div>
      <div className={styles.more}>
        <p>
          <bdi>{username}</bdi>
          {country && ` · ${countryName(country)}`}
        </p>
        <Why inCommon={inCommon} reasonParts={reasonParts} />
      </div>
      <div className={styles.buttons}>
        <ConnectButton person={person} variant="primary" unknownToo />
        <FollowButton person={person} variant="quiet" />
        <ButtonLink size="small" variant="quiet" to={page} aria-label={t(texts.visitMember, { name })}>
          {t(texts.visit)}
        </ButtonLink>
      </div>
    </li>
  );
});

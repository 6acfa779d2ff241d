import { defineMessages } from '@afterhours/contract/base/message';
import { isCovered } from '@afterhours/contract/constants/labels';
import type { Person } from '@afterhours/contract/people/people';
import Camera from 'lucide-react/icons/camera';
import MapPin from 'lucide-react/icons/map-pin';
import Pencil from 'lucide-react/icons/pencil';
import { type ReactNode, useState } from 'react';
import { LabelBadge } from '#entities/labels/label-badge.tsx';
import type { OnEdit } from '#features/profile/editing/editing.ts';
import type { HeaderDetails, MemberDetails } from '#features/profile/profile-slice.ts';
import { coverImage, userImage } from '#lib/image-address.ts';
import { countryName } from '#lib/text/country.ts';
import { formatCount } from '#lib/text/format.ts';
import { fullName } from '#lib/text/full-name.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { Chip } from '#ui/chips/chip.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Avatar } from '#ui/media/avatar.tsx';
import { from } from '#ui/styles/breakpoints.ts';
import { cx } from '#ui/text/cx.ts';
import { Icon } from '#ui/text/icon.tsx';
import styles from './profile-header.module.css';

const texts = defineMessages('profile.header', {
  editCover: 'Edit cover image',
  editImage: 'Edit profile image',
  editProfession: 'Edit profession',
  editIntro: 'Edit intro',
  noProfession: 'What do you do after hours?',
  noIntro: 'A sentence that introduces you',
  founder: 'Founder',
  network: 'Network',
  showPictures: 'Show the pictures',
  hidePictures: 'Hide the pictures',
  connections: '{count, plural, one {{shown} connection} other {{shown} connections}}',
  followers: '{count, plural, one {{shown} follower} other {{shown} followers}}',
  followings: '{shown} following',
});

type HeaderCounts = { connections: number; followers: number; followings: number };

type ProfileHeaderProps = {
  person: Person;
  details: HeaderDetails & Partial<Pick<MemberDetails, 'label'>>;
  counts: HeaderCounts;
  /** Set on the viewer's own profile: shows pencils, and counts that link to the people. */
  onEdit?: OnEdit | undefined;
  /** A line below the name: whether the member is online. */
  presence?: ReactNode;
  /** The action buttons. */
  children: ReactNode;
};

type CoverProps = Pick<ProfileHeaderProps, 'onEdit'> & { cover: string | null };

function Cover({ cover, onEdit }: CoverProps) {
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <div className={styles.cover}>
      {cover && cover !== broken && (
        <img
          {...coverImage(cover)}
          sizes={`${from.wide} 892px, 100vw`}
          alt=""
          width={1280}
          height={320}
          onError={() => setBroken(cover)}
        />
      )}
      {onEdit && (
        <IconButton
          icon={Camera}
          label={t(texts.editCover)}
          className={styles.camera}
          onClick={() => onEdit({ editor: 'cover' })}
        />
      )}
    </div>
  );
}

const counted = (count: number) => ({ count, shown: formatCount(count) });

/** The count of connections, and the other counts if no side column shows them. */
function Counts({ counts, mine }: { counts: HeaderCounts; mine: boolean }) {
  const lines = [
    { key: 'connections', text: t(texts.connections, counted(counts.connections)), to: '/connections' },
    { key: 'followers', text: t(texts.followers, counted(counts.followers)), to: '/connections?tab=followers' },
    { key: 'followings', text: t(texts.followings, counted(counts.followings)), to: '/connections?tab=following' },
  ];
  return (
    <ul className={styles.counts} aria-label={t(texts.network)}>
      {lines.map(({ key, text, to }) => (
        <li key={key} className={cx(key !== 'connections' && styles.narrow)}>
          {mine ? <TextLink to={to}>{text}</TextLink> : text}
        </li>
      ))}
    </ul>
  );
}

type LineProps = {
  text: string | null;
  empty: string;
  label: string;
  onEdit: (() => void) | undefined;
  quiet?: boolean;
};

/** A line that its owner can edit; an empty one is hidden from others. */
function Line({ text, empty, label, onEdit, quiet = false }: LineProps) {
  if (!text && !onEdit) return null;
  if (!text) {
    return (
      <button type="button" className={cx(styles.line, styles.quiet, styles.prompt)} onClick={onEdit}>
        {empty}
      </button>
    );
  }
  return (
    <div className={cx(styles.line, quiet && styles.quiet)}>
      <p dir="auto">{text}</p>
      {onEdit && <IconButton icon={Pencil} size={18} label={label} className={styles.pencil} onClick={onEdit} />}
    </div>
  );
}

function Lines({ person, onEdit }: Pick<ProfileHeaderProps, 'person' | 'onEdit'>) {
  return (
    <>
      <Line
        text={person.profession}
        empty={t(texts.noProfession)}
        label={t(texts.editProfession)}
        onEdit={onEdit && (() => onEdit({ editor: 'profile', focus: 'profession' }))}
      />
      <Line
        text={person.intro_details}
        empty={t(texts.noIntro)}
        label={t(texts.editIntro)}
        quiet
        onEdit={onEdit && (() => onEdit({ editor: 'intro' }))}
      />
    </>
  );
}

function Picture({ person, onEdit }: Pick<ProfileHeaderProps, 'person' | 'onEdit'>) {
  return (
    <div className={styles.picture}>
      <Avatar name={person.firstName} src={userImage(person.image, 128)} size={128} />
      {onEdit && (
        <IconButton
          icon={Camera}
          label={t(texts.editImage)}
          className={styles.camera}
          onClick={() => onEdit({ editor: 'image' })}
        />
      )}
    </div>
  );
}

/** The cover, picture, name, profession and introduction. */
export function ProfileHeader({ person, details, counts, onEdit, presence, children }: ProfileHeaderProps) {
  const name = fullName(person);
  const [shown, setShown] = useState(false);
  // Never covered for the owner, who has to see what they change.
  const sensitive = isCovered(details.label) && !onEdit;
  const covered = sensitive && !shown;
  return (
    <Card padded={false} aria-label={name}>
      <Cover cover={covered ? null : details.cover_image} onEdit={onEdit} />
      <div className={styles.below}>
        <Picture person={covered ? { ...person, image: null } : person} onEdit={onEdit} />
        <div className={styles.who}>
          <div className={styles.name}>
            <h1 dir="auto">{name}</h1>
            <Chip tone="lamp">{t(texts.founder)}</Chip>
          </div>
          <LabelBadge label={details.label} mine={onEdit !== undefined} />
          {sensitive && (
            <Button size="small" className={styles.show} onClick={() => setShown(!shown)}>
              {t(shown ? texts.hidePictures : texts.showPictures)}
            </Button>
          )}
          {presence}
          <Lines person={person} onEdit={onEdit} />
          <div className={styles.details}>
            {details.country && (
              <span className={styles.place}>
                <Icon icon={MapPin} size={16} />
                <span dir="auto">{countryName(details.country)}</span>
              </span>
            )}
            <Counts counts={counts} mine={onEdit !== undefined} />
          </div>
        </div>
        <div className={styles.actions}>{children}</div>
      </div>
    </Card>
  );
}

import type { Person } from '@afterhours/contract/people';
import Camera from 'lucide-react/icons/camera';
import MapPin from 'lucide-react/icons/map-pin';
import Pencil from 'lucide-react/icons/pencil';
import type { ReactNode } from 'react';
import { coverImage, userImage } from '#lib/image-address.ts';
import { formatCount } from '#lib/text/format.ts';
import { Chip } from '#ui/buttons/chip.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Avatar } from '#ui/media/avatar.tsx';
import { from } from '#ui/styles/breakpoints.ts';
import { cx } from '#ui/text/cx.ts';
import { Icon } from '#ui/text/icon.tsx';
import type { OnEdit } from '../editing/editing.ts';
import styles from './profile-header.module.css';

type HeaderCounts = { connections: number; followers: number; followings: number };

type ProfileHeaderProps = {
  person: Person;
  cover: string | null;
  country: string | null;
  counts: HeaderCounts;
  /** Mine: pencils, and counts that lead to the people they count. */
  onEdit?: OnEdit | undefined;
  /** A line below the name: whether they are online. */
  presence?: ReactNode;
  /** What can be done. */
  children: ReactNode;
};

function Cover({ cover, onEdit }: Pick<ProfileHeaderProps, 'cover' | 'onEdit'>) {
  return (
    <div className={styles.cover}>
      {cover && <img {...coverImage(cover)} sizes={`${from.wide} 892px, 100vw`} alt="" width={1280} height={320} />}
      {onEdit && (
        <IconButton
          icon={Camera}
          label="Edit cover image"
          className={styles.camera}
          onClick={() => onEdit({ editor: 'cover' })}
        />
      )}
    </div>
  );
}

const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** Connections; where there is no side with the other numbers, those too. */
function Counts({ counts, mine }: { counts: HeaderCounts; mine: boolean }) {
  const lines = [
    { key: 'connections', text: plural(counts.connections, 'connection'), to: '/connections' },
    { key: 'followers', text: plural(counts.followers, 'follower'), to: '/connections?tab=followers' },
    { key: 'followings', text: `${formatCount(counts.followings)} following`, to: '/connections?tab=following' },
  ];
  return (
    <ul className={styles.counts} aria-label="Network">
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

/** A line that its owner can change; nothing where there is nothing to others. */
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

/** Cover, picture, name and what somebody says of themselves in a line. */
export function ProfileHeader({ person, cover, country, counts, onEdit, presence, children }: ProfileHeaderProps) {
  const name = `${person.firstName} ${person.lastName}`;
  return (
    <Card padded={false} aria-label={name}>
      <Cover cover={cover} onEdit={onEdit} />
      <div className={styles.below}>
        <div className={styles.picture}>
          <Avatar name={person.firstName} src={userImage(person.image, 128)} size={128} />
          {onEdit && (
            <IconButton
              icon={Camera}
              label="Edit profile image"
              className={styles.camera}
              onClick={() => onEdit({ editor: 'image' })}
            />
          )}
        </div>
        <div className={styles.who}>
          <div className={styles.name}>
            <h1 dir="auto">{name}</h1>
            <Chip tone="lamp">Founder</Chip>
          </div>
          {presence}
          <Line
            text={person.profession}
            empty="What do you do after hours?"
            label="Edit profession"
            onEdit={onEdit && (() => onEdit({ editor: 'general' }))}
          />
          <Line
            text={person.intro_details}
            empty="A sentence that introduces you"
            label="Edit intro"
            quiet
            onEdit={onEdit && (() => onEdit({ editor: 'intro' }))}
          />
          <div className={styles.facts}>
            {country && (
              <span className={styles.place}>
                <Icon icon={MapPin} size={16} />
                <span dir="auto">{country}</span>
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

import { defineMessages, type MessageDescriptor } from '@afterhours/contract/base/message';
import ImageIcon from 'lucide-react/icons/image';
import LinkIcon from 'lucide-react/icons/link';
import UserRound from 'lucide-react/icons/user-round';
import { type ComponentType, useState } from 'react';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Dialog, useMayLeave } from '#ui/overlays/dialog.tsx';
import { profileTexts } from '../profile-texts.ts';
import { NotificationSwitches } from '../switches/notification-switches.tsx';
import type { EditorName, OnEdit, SectionProps } from './editing.ts';
import styles from './editor.module.css';
import { GeneralForm } from './general-form.tsx';
import { ProfileForm } from './profile-form.tsx';

const texts = defineMessages('profile.updateSections', {
  notificationHint: 'Choose what we notify you about. Changes take effect right away.',
  done: 'Done',
  sections: 'Sections',
  general: 'General',
  notification: 'Notification',
  more: 'Pictures and links',
  image: 'Profile image',
  cover: 'Cover image',
  links: 'Links',
});

function NotificationSection({ user, open, onClose, lead }: SectionProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t(profileTexts.update)}
      description={t(texts.notificationHint)}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t(texts.done)}
        </Button>
      }
    >
      {lead}
      <NotificationSwitches user={user} />
    </Dialog>
  );
}

const sections = { profile: ProfileForm, general: GeneralForm, notification: NotificationSection } satisfies Record<
  string,
  ComponentType<SectionProps>
>;

type SectionName = keyof typeof sections;

const labels: Record<SectionName, MessageDescriptor> = {
  profile: profileTexts.profile,
  general: texts.general,
  notification: texts.notification,
};
const names = Object.keys(labels) as SectionName[];

/** The public parts of the profile that have their own dialogs. */
const others = [
  { editor: 'image', label: texts.image, icon: UserRound },
  { editor: 'cover', label: texts.cover, icon: ImageIcon },
  { editor: 'links', label: texts.links, icon: LinkIcon },
] as const satisfies readonly { editor: EditorName; label: MessageDescriptor; icon: unknown }[];

type SectionLinksProps = { shown: SectionName; onSection: (name: SectionName) => void; onEdit: OnEdit | undefined };

/** Buttons that lead to the other sections, and from the first one to the other dialogs. */
function SectionLinks({ shown, onSection, onEdit }: SectionLinksProps) {
  const mayLeave = useMayLeave();
  const leave = async (go: () => void) => {
    if (await mayLeave()) go();
  };
  return (
    <>
      <nav aria-label={t(texts.sections)} className={styles.sections}>
        {names.map((name) => (
          <button
            key={name}
            type="button"
            aria-current={name === shown || undefined}
            className={styles.section}
            onClick={name === shown ? undefined : () => void leave(() => onSection(name))}
          >
            {t(labels[name])}
          </button>
        ))}
      </nav>
      {shown === 'profile' && onEdit && (
        <nav aria-label={t(texts.more)} className={styles.others}>
          {others.map(({ editor, label, icon }) => (
            <Button key={editor} size="small" icon={icon} onClick={() => void leave(() => onEdit({ editor }))}>
              {t(label)}
            </Button>
          ))}
        </nav>
      )}
    </>
  );
}

type UpdateProfileProps = Pick<SectionProps, 'open' | 'onClose' | 'focus'> & {
  section: SectionName;
  /** Opens the dialog for a picture or the links instead; only set where those dialogs exist. */
  onEdit?: OnEdit | undefined;
};

/**
 * Edits one section of the viewer's own account. It needs a new `key` for each opening, to start from the current
 * values.
 */
export function UpdateProfile({ section, open, onClose, focus, onEdit }: UpdateProfileProps) {
  const user = useAppSelector(selectOwnUser);
  const [shown, setShown] = useState(section);
  const Section = sections[shown];
  const lead = <SectionLinks shown={shown} onSection={setShown} onEdit={onEdit} />;
  return user && <Section key={shown} {...{ user, open, onClose, lead, focus }} />;
}

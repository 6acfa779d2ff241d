import { defineMessages } from '@afterhours/contract/base/message';
import BellOff from 'lucide-react/icons/bell-off';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Eye from 'lucide-react/icons/eye';
import Flag from 'lucide-react/icons/flag';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import VolumeX from 'lucide-react/icons/volume-x';
import { selectPerson } from '#entities/people/user-slice.ts';
import type { StoredPost } from '#entities/posts/entities.ts';
import { deleteOwnPost } from '#entities/posts/post-commands.ts';
import { ReportDialog } from '#features/moderation/components/lazy-dialogs.ts';
import { openAsGuest } from '#lib/browser/guest-view.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { fullName } from '#lib/text/full-name.ts';
import { t } from '#lib/text/translate.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Menu, type MenuItem } from '#ui/menus/menu.tsx';
import { sharingItems } from '#ui/menus/sharing-items.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { useDialog } from '#ui/overlays/use-dialog.ts';
import { lazyPart } from '#ui/parts/lazy-part.tsx';
import { words } from '#ui/text/words.ts';

const texts = defineMessages('posts.menu', {
  label: 'Post menu',
  shared: 'Post by {name}',
  edit: 'Edit post',
  delete: 'Delete post',
  mute: 'Mute {name}',
  mutePost: 'No notifications about this post',
  report: 'Report',
  deleteTitle: 'Delete this post?',
  deleteConfirm: 'Delete',
  deleteText: 'Its comments, likes and pictures are deleted, too. This cannot be undone.',
  deleteWebinarText:
    'Its comments, likes and pictures are deleted, too. Members who have paid get their money back. This cannot be ' +
    'undone.',
  deleteJobText:
    'Its applications, comments, likes and pictures are deleted, too. Applicants are notified only if you close the ' +
    'job instead. This cannot be undone.',
  paidFor: 'You paid for this webinar: its link stays in Settings, under Payments.',
});

const EditPost = lazyPart(async () => (await import('../writing/edit-post.tsx')).EditPost);

const consequences = {
  general: texts.deleteText,
  job: texts.deleteJobText,
  webinar: texts.deleteWebinarText,
} as const;

type DeleteQuestionProps = { post: StoredPost; open: boolean; onClose: () => void };

function DeleteQuestion({ post, open, onClose }: DeleteQuestionProps) {
  const dispatch = useAppDispatch();
  return (
    <ConfirmDialog
      open={open}
      title={t(texts.deleteTitle)}
      confirmLabel={t(texts.deleteConfirm)}
      danger
      onCancel={onClose}
      onConfirm={() => {
        onClose();
        void dispatch(deleteOwnPost(post._id));
      }}
    >
      {t(consequences[post.postType])}
    </ConfirmDialog>
  );
}

type Offered = MenuItem & { may: boolean };

/** Mutes the author of a post, or its notifications; the code is loaded when one is chosen. */
function useMuteItems(post: StoredPost, name: string | undefined): Offered[] {
  const dispatch = useAppDispatch();
  const isMember = post.viewerCan.report;
  const muteLater = (kind: 'member' | 'post', value: string) =>
    import('#features/mutes/mute-commands.ts').then(({ muteFromMenu }) =>
      dispatch(muteFromMenu({ kind, value }, name ?? '')),
    );
  return [
    {
      may: isMember && name !== undefined && !post.viewerCan.edit,
      label: t(texts.mute, { name: name ?? '' }),
      icon: VolumeX,
      onSelect: () => void muteLater('member', post.user_id),
    },
    { may: isMember, label: t(texts.mutePost), icon: BellOff, onSelect: () => void muteLater('post', post._id) },
  ];
}

type DialogName = 'edit' | 'delete' | 'report';

/** The ways to share a post, and the actions that the server allows the viewer. */
export function PostMenu({ post }: { post: StoredPost }) {
  const author = useAppSelector((state) => selectPerson(state, post.user_id));
  const { shown, show, close } = useDialog<DialogName>();
  const muteItems = useMuteItems(post, author?.firstName);
  const items: Offered[] = [
    { may: post.viewerCan.edit, label: t(words.viewAsGuest), icon: Eye, onSelect: () => openAsGuest(post.url) },
    { may: post.viewerCan.edit, label: t(texts.edit), icon: Pencil, onSelect: () => show('edit') },
    ...muteItems,
    { may: post.viewerCan.report, label: t(texts.report), icon: Flag, onSelect: () => show('report') },
    {
      may: post.viewerCan.delete,
      label: t(texts.delete),
      icon: Trash2,
      danger: true,
      onSelect: () => show('delete'),
    },
  ];
  const offered = items.filter(({ may }) => may);
  const title = author ? t(texts.shared, { name: fullName(author) }) : '';
  return (
    <>
      <Menu
        label={t(texts.label)}
        items={[...sharingItems(post.url, post.title || title), ...offered]}
        renderTrigger={(props) => <IconButton {...props} icon={Ellipsis} label={t(texts.label)} />}
      />
      <DeleteQuestion post={post} open={shown?.of === 'delete' && shown.open} onClose={close} />
      {shown?.of === 'edit' && <EditPost key={shown.key} post={post} open={shown.open} onClose={close} />}
      {shown?.of === 'report' && (
        <ReportDialog
          key={shown.key}
          reported={{ kind: 'post', id: post._id, own: post.viewerCan.edit }}
          note={post.payment?.status === 'completed' ? t(texts.paidFor) : undefined}
          open={shown.open}
          onClose={close}
        />
      )}
    </>
  );
}

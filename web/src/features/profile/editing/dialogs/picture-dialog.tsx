import { defineMessages, type MessageDescriptor } from '@afterhours/contract/base/message';
import { uploadMessages } from '@afterhours/contract/constants/uploads';
import { profileUpdateMessages } from '@afterhours/contract/profile/profile-update';
import Trash2 from 'lucide-react/icons/trash-2';
import {
  type Dispatch,
  type FormEvent,
  type ReactNode,
  type RefObject,
  type SetStateAction,
  useId,
  useRef,
  useState,
} from 'react';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { removePicture, savePicture } from '#features/profile/picture-commands.ts';
import { useMedia } from '#lib/browser/use-media.ts';
import { coverImage, userImage } from '#lib/image-address.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { Avatar } from '#ui/media/avatar.tsx';
import { type Crop, cutOut, toFrame, wholeCrop } from '#ui/media/crop.ts';
import { ImageCropper } from '#ui/media/image-cropper.tsx';
import { ImageDrop } from '#ui/media/image-drop.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import type { EditorProps } from '../editing.ts';
import { useChosenPicture } from '../use-chosen-picture.ts';
import styles from './picture-dialog.module.css';

const texts = defineMessages('profile.picture', {
  cover: 'Edit Cover Image',
  image: 'Edit Profile Image',
  removeCover: 'Remove your cover image?',
  removeImage: 'Remove your profile image?',
  removePicture: 'Remove picture',
  remove: 'Remove',
  removeHint: 'You can add another one at any time.',
  choose: 'Choose a picture',
  chooseAnother: 'Choose another picture',
  chooseHint: 'Or drop it here, or paste it. At most 10 MB.',
  limit: 'At most 10 MB.',
  uploading: 'Uploading',
});

const LARGEST_PX = 1280;

type Kind = {
  field: 'cover_image' | 'image';
  title: MessageDescriptor;
  removal: MessageDescriptor;
  ratio: number;
  round: boolean;
  /** Returns the error if no picture was chosen. */
  describeMissing: () => string;
  done: MessageDescriptor;
};

const cover: Kind = {
  field: 'cover_image',
  title: texts.cover,
  removal: texts.removeCover,
  ratio: 4,
  round: false,
  describeMissing: () => t(profileUpdateMessages.coverRequired),
  done: profileUpdateMessages.coverUpdated,
};

const image: Kind = {
  field: 'image',
  title: texts.image,
  removal: texts.removeImage,
  ratio: 1,
  round: true,
  describeMissing: () => t(uploadMessages.missing),
  done: profileUpdateMessages.imageUpdated,
};

/** The current picture of the profile. */
function Current({ kind, name, filename }: { kind: Kind; name: string; filename: string | null }) {
  if (kind.round) return <Avatar name={name} src={userImage(filename, 128)} size={128} className={styles.avatar} />;
  return <div className={styles.cover}>{filename && <img {...coverImage(filename)} sizes="640px" alt="" />}</div>;
}

type RemoveProps = { kind: Kind; busy: boolean; onRemoved: () => void };

function Remove({ kind, busy, onRemoved }: RemoveProps) {
  const dispatch = useAppDispatch();
  const [asking, setAsking] = useState(false);
  const [pending, setPending] = useState(false);
  const remove = async () => {
    if (pending) return;
    setPending(true);
    const failed = await dispatch(removePicture(kind.field, t(kind.done)));
    setPending(false);
    setAsking(false);
    if (!failed) onRemoved();
  };
  return (
    <>
      <Button
        variant="quiet"
        icon={Trash2}
        className={styles.remove}
        aria-disabled={busy || undefined}
        aria-label={t(texts.removePicture)}
        onClick={() => !busy && setAsking(true)}
      >
        {t(texts.remove)}
      </Button>
      <ConfirmDialog
        open={asking}
        title={t(kind.removal)}
        confirmLabel={t(texts.remove)}
        danger
        loading={pending}
        onConfirm={() => void remove()}
        onCancel={() => setAsking(false)}
      >
        {t(texts.removeHint)}
      </ConfirmDialog>
    </>
  );
}

/** Crops, uploads and saves the chosen picture. */
function useSaving(kind: Kind, onClose: () => void) {
  const dispatch = useAppDispatch();
  const [progress, setProgress] = useState<number | null>(null);
  const [error, setError] = useState<string>();
  const save = async (picture: HTMLImageElement, crop: Crop) => {
    if (progress !== null) return;
    setProgress(0);
    setError(undefined);
    const frame = toFrame(crop, picture.naturalWidth / picture.naturalHeight, kind.ratio);
    const blob = await cutOut(picture, frame, kind.ratio, LARGEST_PX);
    const failed = blob
      ? await dispatch(savePicture(kind.field, blob, t(kind.done), setProgress))
      : { message: t(uploadMessages.broken) };
    setProgress(null);
    if (failed) setError(failed.message);
    else onClose();
  };
  return { progress, error, save };
}

type ChooseAndCropProps = {
  kind: Kind;
  chosen: ReturnType<typeof useChosenPicture>;
  crop: Crop;
  onCrop: Dispatch<SetStateAction<Crop>>;
  onFile: (file: File) => void;
  picture: RefObject<HTMLImageElement | null>;
  /** Shown until a picture is chosen. */
  children: ReactNode;
};

function ChooseAndCrop({ kind, chosen, crop, onCrop, onFile, picture, children }: ChooseAndCropProps) {
  const touch = useMedia('(pointer: coarse)');
  return (
    <ImageDrop
      label={t(kind.title)}
      onFile={onFile}
      error={chosen.error}
      chooseLabel={t(chosen.src ? texts.chooseAnother : texts.choose)}
      hint={t(touch ? texts.limit : texts.chooseHint)}
    >
      {chosen.src ? (
        <ImageCropper
          key={chosen.src}
          src={chosen.src}
          pictureRatio={chosen.ratio ?? kind.ratio}
          frameRatio={kind.ratio}
          round={kind.round}
          crop={crop}
          onCrop={onCrop}
          picture={picture}
          onLoad={chosen.loaded}
          onBroken={chosen.broken}
        />
      ) : (
        children
      )}
    </ImageDrop>
  );
}

/** `file` was chosen before the dialog opened. */
type PictureDialogProps = EditorProps & { kind: Kind; file?: File };

function PictureDialog({ kind, open, onClose, file }: PictureDialogProps) {
  const user = useAppSelector(selectOwnUser);
  const form = useId();
  const picture = useRef<HTMLImageElement>(null);
  const [crop, setCrop] = useState(wholeCrop);
  const chosen = useChosenPicture(file);
  const saving = useSaving(kind, onClose);
  const filename = user?.[kind.field] ?? null;
  const choose = (other: File) => {
    setCrop(wholeCrop);
    chosen.choose(other);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!chosen.src) chosen.refuse(kind.describeMissing());
    else if (picture.current && chosen.ratio) void saving.save(picture.current, crop);
  };
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t(kind.title)}
      size={kind.round ? undefined : 'large'}
      form={form}
      dirty={open && chosen.src !== null}
      pending={saving.progress !== null}
      unready={chosen.src !== null && chosen.ratio === null}
      extra={filename && !chosen.src && <Remove kind={kind} busy={saving.progress !== null} onRemoved={onClose} />}
    >
      <form id={form} noValidate className={styles.form} onSubmit={submit}>
        {saving.error && <Banner tone="danger">{saving.error}</Banner>}
        <ChooseAndCrop {...{ kind, chosen, crop, picture }} onCrop={setCrop} onFile={choose}>
          <Current kind={kind} name={user?.firstName ?? ''} filename={filename} />
        </ChooseAndCrop>
        {saving.progress !== null && (
          <progress aria-label={t(texts.uploading)} max={1} value={saving.progress} className={styles.progress} />
        )}
      </form>
    </FormDialog>
  );
}

/** The cover image of a profile, 4:1. */
export const EditCoverImage = (props: EditorProps) => <PictureDialog kind={cover} {...props} />;
/** The round picture of the member. */
export const EditProfileImage = (props: Omit<PictureDialogProps, 'kind'>) => <PictureDialog kind={image} {...props} />;

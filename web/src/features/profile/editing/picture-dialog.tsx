import { profileUpdateMessages } from '@afterhours/contract/profile-update';
import { uploadMessages } from '@afterhours/contract/uploads';
import Trash2 from 'lucide-react/icons/trash-2';
import { type FormEvent, useId, useRef, useState } from 'react';
import { selectOwnUser } from '#features/account/auth-slice.ts';
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
import { removePicture, savePicture } from '../picture-commands.ts';
import styles from './picture-dialog.module.css';
import { useChosenPicture } from './use-chosen-picture.ts';
import type { EditorProps } from './use-editors.tsx';

const LARGEST_PX = 1280;

type Kind = {
  field: 'cover_image' | 'image';
  title: string;
  noun: string;
  ratio: number;
  round: boolean;
  /** Said when nothing was chosen. */
  required: () => string;
  done: string;
};

const cover: Kind = {
  field: 'cover_image',
  title: 'Edit Cover Image',
  noun: 'cover image',
  ratio: 4,
  round: false,
  required: () => profileUpdateMessages.coverRequired,
  done: profileUpdateMessages.coverUpdated,
};

const image: Kind = {
  field: 'image',
  title: 'Edit Profile Image',
  noun: 'profile image',
  ratio: 1,
  round: true,
  required: () => t(uploadMessages.missing),
  done: profileUpdateMessages.imageUpdated,
};

/** The picture as it is now. */
function Current({ kind, name, held }: { kind: Kind; name: string; held: string | null }) {
  if (kind.round) return <Avatar name={name} src={userImage(held, 128)} size={128} className={styles.avatar} />;
  return <div className={styles.cover}>{held && <img {...coverImage(held)} sizes="640px" alt="" />}</div>;
}

type RemoveProps = { kind: Kind; busy: boolean; onRemoved: () => void };

function Remove({ kind, busy, onRemoved }: RemoveProps) {
  const dispatch = useAppDispatch();
  const [asking, setAsking] = useState(false);
  const [pending, setPending] = useState(false);
  const remove = async () => {
    if (pending) return;
    setPending(true);
    const failed = await dispatch(removePicture(kind.field, kind.done));
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
        aria-label="Remove picture"
        onClick={() => !busy && setAsking(true)}
      >
        Remove
      </Button>
      <ConfirmDialog
        open={asking}
        title={`Remove your ${kind.noun}?`}
        confirmLabel="Remove"
        danger
        loading={pending}
        onConfirm={() => void remove()}
        onCancel={() => setAsking(false)}
      >
        You can add another one at any time.
      </ConfirmDialog>
    </>
  );
}

/** Cuts, uploads and saves what was chosen. */
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
      ? await dispatch(savePicture(kind.field, blob, kind.done, setProgress))
      : { message: t(uploadMessages.broken) };
    setProgress(null);
    if (failed) setError(failed.message);
    else onClose();
  };
  return { progress, error, save };
}

function PictureDialog({ kind, open, onClose }: EditorProps & { kind: Kind }) {
  const user = useAppSelector(selectOwnUser);
  const form = useId();
  const picture = useRef<HTMLImageElement>(null);
  const [crop, setCrop] = useState(wholeCrop);
  const chosen = useChosenPicture();
  const saving = useSaving(kind, onClose);
  const held = user?.[kind.field] ?? null;
  const choose = (file: File) => {
    setCrop(wholeCrop);
    chosen.choose(file);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!chosen.src) chosen.refuse(kind.required());
    else if (picture.current && chosen.ratio) void saving.save(picture.current, crop);
  };
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={kind.title}
      size={kind.round ? undefined : 'large'}
      form={form}
      dirty={open && chosen.src !== null}
      pending={saving.progress !== null}
      unready={chosen.src !== null && chosen.ratio === null}
      extra={held && !chosen.src && <Remove kind={kind} busy={saving.progress !== null} onRemoved={onClose} />}
    >
      <form id={form} noValidate className={styles.form} onSubmit={submit}>
        {saving.error && <Banner tone="danger">{saving.error}</Banner>}
        <ImageDrop
          label={kind.title}
          onFile={choose}
          error={chosen.error}
          chooseLabel={chosen.src ? 'Choose another picture' : 'Choose a picture'}
          hint="Or drop it here, or paste it. At most 10 MB."
        >
          {chosen.src ? (
            <ImageCropper
              key={chosen.src}
              src={chosen.src}
              pictureRatio={chosen.ratio ?? kind.ratio}
              frameRatio={kind.ratio}
              round={kind.round}
              crop={crop}
              onCrop={setCrop}
              picture={picture}
              onLoad={chosen.loaded}
              onBroken={chosen.broken}
            />
          ) : (
            <Current kind={kind} name={user?.firstName ?? ''} held={held} />
          )}
        </ImageDrop>
        {saving.progress !== null && (
          <progress aria-label="Uploading" max={1} value={saving.progress} className={styles.progress} />
        )}
      </form>
    </FormDialog>
  );
}

/** The picture behind everything, 4:1. */
export const EditCoverImage = (props: EditorProps) => <PictureDialog kind={cover} {...props} />;
/** The picture in the circle. */
export const EditProfileImage = (props: EditorProps) => <PictureDialog kind={image} {...props} />;

/** Commands that set and remove the two pictures of a profile. */
import type { uploadUserImage } from '@afterhours/contract/uploads';
import { type CallFailure, call } from '#lib/api/client.ts';
import { showFailure } from '#lib/api/show-failure.ts';
import type { AppThunk } from '#lib/store.ts';
import { saveProfile } from './profile-commands.ts';

type PictureField = 'image' | 'cover_image';
type Outcome = Promise<CallFailure | undefined>;

/** Uploads a picture and sets it on the profile; `onProgress` receives the uploaded share, 0 to 1. */
export function savePicture(
  field: PictureField,
  blob: Blob,
  done: string,
  onProgress: (share: number) => void,
): AppThunk<Outcome> {
  return async (dispatch) => {
    const file = new File([blob], `${field}.jpg`, { type: blob.type });
    const response = await call<typeof uploadUserImage>('POST', '/uploadFile', {
      body: { folder: 'users' },
      files: [{ field: 'image', file }],
      onProgress,
    });
    if (!response.ok) return showFailure(response);
    return await dispatch(saveProfile({ [field]: response.body.filename }, done));
  };
}

/** Removes a picture. */
export function removePicture(field: PictureField, done: string): AppThunk<Outcome> {
  return saveProfile({ [field]: null }, done);
}

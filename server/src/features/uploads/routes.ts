import type { ImageFolder } from '@afterhours/contract/constants/uploads';
import { uploadMessages } from '@afterhours/contract/constants/uploads';
import { uploadPostFiles, uploadUserImage } from '@afterhours/contract/uploads';
import type { ReceivedFile } from '#http/body/multipart.ts';
import { fieldProblem } from '#http/errors/errors.ts';
import type { FeatureContext } from '#http/feature.ts';
import type { Services } from '#services.ts';
import { english } from '#texts/english.ts';
import { releaseUnused, removeReleased } from './commands.ts';
import { removeFiles } from './jobs.ts';
import { storeImages } from './loaders.ts';
import { addFileServing } from './serve.ts';

async function upload(services: Services, ownerId: string, folder: ImageFolder, files: ReceivedFile[]) {
  if (files.length === 0) throw fieldProblem('file', uploadMessages.missing);
  const stored = await storeImages(services, ownerId, folder, files);
  const views = stored.map(({ filename, width, height, placeholder }) => ({
    filename,
    filetype: 'image' as const,
    width,
    height,
    placeholder,
    url: `/api/uploads/${folder}/${filename}`,
  }));
  return { filename: views[0]?.filename ?? '', filenames: views.map((view) => view.filename), files: views };
}

export default function register(context: FeatureContext): void {
  const { bind, services } = context;
  services.jobs.work(removeFiles, ({ keys }) => removeReleased(services, keys));
  services.jobs.schedule({ name: 'uploads.cleanup', formerName: 'uploads.sweep', cron: '41 * * * *' }, () =>
    releaseUnused(services),
  );
  addFileServing(context);

  bind(uploadUserImage, async ({ viewerId, body, files }) => ({
    message: uploadMessages.image,
    body: await upload(services, viewerId, body.folder, files),
  }));

  bind(uploadPostFiles, async ({ viewerId, body, files }) => ({
    message: english(uploadMessages.files, { count: files.length }),
    body: await upload(services, viewerId, body.folder, files),
  }));
}

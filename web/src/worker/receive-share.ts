import { COMPOSE_PATH, shareFields } from '@afterhours/contract/constants/installed-app';
import { MAX_IMAGE_BYTES, MAX_POST_FILES } from '@afterhours/contract/constants/uploads';
import { storeShared } from '#lib/sharing/shared-content.ts';

/** Returns the shared texts without duplicates: many apps repeat the address in the text. */
function joinWords(form: FormData): string {
  const words = [shareFields.title, shareFields.text, shareFields.url].map((name) => {
    const word = form.get(name);
    return typeof word === 'string' ? word.trim() : '';
  });
  return words
    .filter((word, at) => word !== '' && !words.slice(at + 1).some((later) => later.includes(word)))
    .join('\n');
}

/** Stores content that another app shares, and redirects to the form for a new post, which uses it. */
export async function receiveShare(request: Request): Promise<Response> {
  const form = await request.formData();
  const pictures = form
    .getAll(shareFields.pictures)
    .filter((file) => file instanceof File && file.type.startsWith('image/') && file.size <= MAX_IMAGE_BYTES);
  await storeShared({ text: joinWords(form), pictures: pictures.slice(0, MAX_POST_FILES) as File[] });
  return new Response(null, { status: 303, headers: { location: COMPOSE_PATH } });
}

/** Helpers for posts: a card in a list, its menu, and the pictures of a post that is being written. */
import type { Page } from '@playwright/test';
import { buildJpeg } from '../../server/src/testing/files/images.ts';
import type { Member } from './fixtures.ts';
import type { Product } from './product.ts';

export const articleOf = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });

/** Chooses an item from the menu of the post with this text. */
export async function chooseMenu(page: Page, text: string, item: string): Promise<void> {
  await articleOf(page, text).getByRole('button', { name: 'Post menu' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** Attaches a picture for each alternative text and enters the text. */
export async function attachPictures(
  page: Page,
  alts: string[],
  { width, height } = { width: 900, height: 600 },
): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add pictures' }).click();
  const files = alts.map(async (alt) => ({
    name: `${alt}.jpg`,
    mimeType: 'image/jpeg',
    buffer: await buildJpeg(width, height),
  }));
  await (await chooser).setFiles(await Promise.all(files));
  for (const alt of alts) await page.getByLabel(`Describe ${alt}.jpg`).fill(alt);
}

/** Inserts general posts with these texts, oldest first, by the authors in turn. Publishing hundreds takes longer. */
export async function insertPosts(
  { query }: Product,
  authors: readonly Member[],
  texts: readonly string[],
): Promise<void> {
  const ids = texts.map((_, at) => authors[at % authors.length]?.id);
  await query(
    `INSERT INTO posts (id, user_id, post_type, description)
      SELECT uuidv7(), author, 'general', text FROM unnest($1::uuid[], $2::text[]) AS new (author, text)`,
    [ids, texts],
  );
}

/** Uploads a picture for a post and returns its file name. */
export async function uploadPicture(
  { origin }: { origin: string },
  member: Member,
  width: number,
  height: number,
): Promise<string> {
  const form = new FormData();
  form.append('folder', 'demo');
  form.append('file', new Blob([new Uint8Array(await buildJpeg(width, height))], { type: 'image/jpeg' }), 'a.jpg');
  const response = await fetch(`${origin}/api/post/uploadFile`, {
    method: 'POST',
    headers: { authorization: `Bearer ${member.token}` },
    body: form,
  });
  const { body } = (await response.json()) as { body: { files: { filename: string }[] } };
  return body.files[0]?.filename ?? '';
}

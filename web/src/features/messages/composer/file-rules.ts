/** Which files a message accepts, and how they are described. */
import { documentEndings, MAX_MESSAGE_FILES, messageMessages } from '@afterhours/contract/constants/messages';
import { MAX_DOCUMENT_BYTES, uploadMessages } from '@afterhours/contract/constants/uploads';
import { findImageProblem } from '#lib/image-problem.ts';
import { t } from '#lib/text/translate.ts';
import type { OutboxFile } from '../outbox/outbox-store.ts';

export type FileType = OutboxFile['filetype'];

/** Returns why a file cannot be sent; undefined if it can. */
export function refusalOf(file: File): string | undefined {
  if (file.type.startsWith('image/')) return findImageProblem(file);
  const name = file.name.toLowerCase();
  if (!documentEndings.some((ending) => name.endsWith(ending))) return t(messageMessages.notADocument);
  if (file.size === 0) return t(uploadMessages.empty);
  return file.size > MAX_DOCUMENT_BYTES ? t(messageMessages.documentTooLarge) : undefined;
}

export const fileTypeOf = (file: File): FileType => (file.type.startsWith('image/') ? 'image' : 'attachment');

/** Whether the message can take another file of this type: at most ten of each. */
export const hasRoom = (current: readonly FileType[], type: FileType): boolean =>
  current.filter((each) => each === type).length < MAX_MESSAGE_FILES;

const units = ['KB', 'MB', 'GB'];

/** Formats a size, such as "12 KB" or "3.4 MB". */
export function formatBytes(bytes: number): string {
  let size = Math.max(bytes, 1) / 1024;
  let unit = 0;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1024;
    unit += 1;
  }
  const text = size < 10 && unit > 0 ? size.toFixed(1) : String(Math.max(1, Math.round(size)));
  return `${text} ${units[unit] ?? ''}`;
}

/** Returns the progress of one file, 0 to 1, when files are sent one after another and `share` of them all is sent. */
export function shareOfFile(sizes: readonly number[], at: number, share: number): number {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const before = sizes.slice(0, at).reduce((sum, size) => sum + size, 0);
  const size = sizes[at] ?? 0;
  if (size === 0) return share;
  return Math.min(1, Math.max(0, (share * total - before) / size));
}

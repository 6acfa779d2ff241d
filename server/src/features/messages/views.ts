import type { SharedFile } from '@afterhours/contract/messages/conversations';
import type { Message, MessageAttachment } from '@afterhours/contract/messages/messages';
import type { Person } from '@afterhours/contract/people/people';
import type { Mention } from '@afterhours/contract/posts/mentions';
import type { MessageAttachmentsTable } from '#db/schema/tables/network.ts';
import { toTime } from '#db/statements/json-rows.ts';
import { type PersonRow, toPersonView } from '#features/people/views.ts';
import type { SignUrl } from '#features/uploads/loaders.ts';

export type MessageRow = PersonRow & {
  message_id: string;
  conversation_id: string;
  seq: number;
  receiver_id: string;
  content: string;
  client_id: string | null;
  created_at: Date;
  deleted_at: Date | null;
  has_files: boolean;
  post_id: string | null;
  title: string | null;
  opening: string | null;
  salary: string | null;
  description: string | null;
};

export type AttachmentRow = Omit<
  MessageAttachmentsTable,
  'id' | 'conversation_id' | 'seq' | 'position' | 'upload_id'
> & { attachment_id: string };

const toAttachmentView = (row: AttachmentRow, sign: SignUrl): MessageAttachment => ({
  _id: row.attachment_id,
  filetype: row.kind === 'image' ? 'image' : 'attachment',
  filename: row.filename,
  name: row.name,
  mimeType: row.content_type,
  size: row.bytes,
  width: row.width,
  height: row.height,
  placeholder: row.placeholder,
  ...sign(row.filename),
});

export type SharedFileRow = AttachmentRow & { seq: number; position: number; sender_id: string; created_at: Date };

export const toSharedFileView = (row: SharedFileRow, sign: SignUrl): SharedFile => ({
  ...toAttachmentView(row, sign),
  message_id: row.message_id,
  sender_id: row.sender_id,
  createdAt: row.created_at.toISOString(),
});

type JobRow = Pick<MessageRow, 'post_id' | 'title' | 'opening' | 'salary' | 'description'>;

const toJobView = (row: JobRow): Message['post'] =>
  row.post_id === null
    ? null
    : {
        _id: row.post_id,
        title: row.title,
        opening: row.opening,
        salary: row.salary,
        description: row.description ?? '',
      };

/**
 * The parts of a message that depend on its reader: signed file addresses, and mentions of members whom they can see.
 */
type ForReader = { attachments: readonly AttachmentRow[]; sign: SignUrl; mentions: Mention[] };

/** Returns a message as one of its two members sees it. */
export const toMessageView = (row: MessageRow, { attachments, sign, mentions }: ForReader): Message => ({
  _id: row.message_id,
  uniquekey: row.conversation_id,
  seq: row.seq,
  sender_id: row.id,
  receiver_id: row.receiver_id,
  sender: toPersonView(row),
  content: row.content,
  mentions,
  post: toJobView(row),
  attachments: attachments.map((attachment) => toAttachmentView(attachment, sign)),
  client_id: row.client_id,
  deleted: row.deleted_at !== null,
  createdAt: row.created_at.toISOString(),
});

/** A message within its conversation. Its time is in the form that `toTime` parses. */
type PagedMessageRow = {
  id: string;
  seq: number;
  sender_id: string;
  content: string;
  client_id: string | null;
  post_id: string | null;
  deleted: boolean;
  created_at: string;
};

/** Messages of one conversation with their related rows; each list is null if it would be empty. */
export type PageRow = {
  messages: PagedMessageRow[] | null;
  files: AttachmentRow[] | null;
  jobs: (JobRow & { post_id: string })[] | null;
};

/** The two members of a conversation, the signer of its files for the viewer, and the mentions that the viewer sees. */
type PageContext = {
  conversationId: string;
  members: readonly [PersonRow, PersonRow];
  sign: SignUrl;
  /** The mentions in each message, in the order of the messages. */
  mentions: readonly Mention[][];
};

/** Returns the messages of a page, in the page's order. */
export function toPageViews({ messages, files, jobs }: PageRow, context: PageContext): Message[] {
  const { conversationId, members, sign, mentions } = context;
  const [one, other] = members.map(toPersonView) as [Person, Person];
  const filesOf = Map.groupBy(files ?? [], (file) => file.message_id);
  const jobsById = new Map(jobs?.map((job) => [job.post_id, toJobView(job)]));
  return (messages ?? []).map((row, index) => {
    const [sender, receiver] = row.sender_id === one._id ? [one, other] : [other, one];
    return {
      _id: row.id,
      uniquekey: conversationId,
      seq: row.seq,
      sender_id: row.sender_id,
      receiver_id: receiver._id,
      sender,
      content: row.content,
      mentions: mentions[index] ?? [],
      post: (row.post_id !== null && jobsById.get(row.post_id)) || null,
      attachments: (filesOf.get(row.id) ?? []).map((file) => toAttachmentView(file, sign)),
      client_id: row.client_id,
      deleted: row.deleted,
      createdAt: toTime(row.created_at),
    };
  });
}

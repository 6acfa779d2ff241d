import { defineMessages } from '@afterhours/contract/base/message';

/** What several parts of the chats say. */
export const messageTexts = defineMessages('messages.shared', {
  conversation: 'Messages with {name}',
  delete: 'Delete',
  newMessage: 'New message',
  placeholder: 'Write your message',
  send: 'Send',
  title: 'Messages',
  typing: 'Typing…',
});

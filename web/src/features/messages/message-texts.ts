import { defineMessages } from '@afterhours/contract/base/message';

/** Texts that several parts of the chats share. */
export const messageTexts = defineMessages('messages.shared', {
  conversation: 'Messages with {name}',
  delete: 'Delete',
  newMessage: 'New message',
  placeholder: 'Write your message',
  send: 'Send',
  title: 'Messages',
  typing: 'Typing…',
});

/** Locators for the chat pages, by role and name, and helpers that send messages. */
import type { Page } from '@playwright/test';
import type { Api, Member } from './fixtures.ts';

/** Makes the receiver follow the sender. Without a tie, the sender's first message would be a request. */
export const allowMessages = (api: Api, receiver: Member, sender: Member) =>
  api(receiver, 'POST', '/follow/followUnfollowUser', { action: 'follow', follow_user_id: sender.id });

/** Sends a message through the API, in an accepted chat. */
export async function sendMessage(api: Api, from: Member, to: Member, content: string): Promise<void> {
  await allowMessages(api, to, from);
  await api(from, 'POST', '/messages/create', { content, receiver_id: to.id });
}

export const composer = (page: Page, name: string) => page.getByRole('textbox', { name: `Message to ${name}` });
export const thread = (page: Page, name: string) => page.getByRole('region', { name: `Messages with ${name}` });
export const row = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Chats' }).getByRole('link', { name });

/** Types a message into the composer of the chat with `to` and sends it. */
export async function write(page: Page, to: string, text: string): Promise<void> {
  await composer(page, to).fill(text);
  await page.keyboard.press('Enter');
}

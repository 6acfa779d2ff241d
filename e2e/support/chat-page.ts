/** The elements of the chat pages, by what people see of them. */
import type { Page } from '@playwright/test';
import type { Api, Member } from './fixtures.ts';

/** Lets the messages of a member be delivered: without a tie the first one would be a request. */
export const know = (api: Api, member: Member, other: Member) =>
  api(member, 'POST', '/follow/followUnfollowUser', { action: 'follow', follow_user_id: other.id });

/** Sends a message, in an accepted chat. */
export async function say(api: Api, from: Member, to: Member, content: string): Promise<void> {
  await know(api, to, from);
  await api(from, 'POST', '/messages/create', { content, receiver_id: to.id });
}

export const composer = (page: Page, name: string) => page.getByRole('textbox', { name: `Message to ${name}` });
export const thread = (page: Page, name: string) => page.getByRole('region', { name: `Messages with ${name}` });
export const row = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Chats' }).getByRole('link', { name });

export async function write(page: Page, to: string, text: string): Promise<void> {
  await composer(page, to).fill(text);
  await page.keyboard.press('Enter');
}

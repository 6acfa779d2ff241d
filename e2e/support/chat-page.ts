/** The elements of the chat pages, by what people see of them. */
import type { Page } from '@playwright/test';
import type { Api, Member } from './fixtures.ts';

export const say = (api: Api, from: Member, to: Member, content: string) =>
  api(from, 'POST', '/messages/create', { content, receiver_id: to.id });
export const composer = (page: Page, name: string) => page.getByRole('textbox', { name: `Message to ${name}` });
export const thread = (page: Page, name: string) => page.getByRole('region', { name: `Messages with ${name}` });
export const row = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Chats' }).getByRole('link', { name });

export async function write(page: Page, to: string, text: string): Promise<void> {
  await composer(page, to).fill(text);
  await page.keyboard.press('Enter');
}

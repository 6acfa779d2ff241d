/** The dialogs in which members edit their profile. */
import type { Page } from '@playwright/test';

export const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name });
export const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();

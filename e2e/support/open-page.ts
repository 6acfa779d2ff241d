import { expect, type Page, type Request } from '@playwright/test';

/** A page counts as loaded after no request has been in progress for so long. */
const QUIET_MS = 300;

/** Does `work`, and waits for the requests that it causes, and for those that their responses cause. */
async function untilQuiet(page: Page, work: () => Promise<void>): Promise<void> {
  const inProgress = new Set<Request>();
  let changedAt = performance.now();
  const onStart = (request: Request) => {
    inProgress.add(request);
    changedAt = performance.now();
  };
  const onEnd = (request: Request) => {
    inProgress.delete(request);
    changedAt = performance.now();
  };
  page.on('request', onStart).on('requestfinished', onEnd).on('requestfailed', onEnd);
  await work();
  const isQuiet = () => inProgress.size === 0 && performance.now() - changedAt >= QUIET_MS;
  await expect.poll(isQuiet, { intervals: [50] }).toBe(true);
  page.off('request', onStart).off('requestfinished', onEnd).off('requestfailed', onEnd);
}

/**
 * Opens a page of the application and waits until it has loaded. Only the first one is loaded anew: the others are
 * opened as by a link, which takes a third of the processor time. `routes.spec.ts` loads each route anew.
 */
export async function openPage(page: Page, path: string): Promise<void> {
  if (page.url() === 'about:blank') {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
  } else
    await untilQuiet(page, () =>
      page.evaluate((to) => {
        history.pushState(null, '', to);
        dispatchEvent(new PopStateEvent('popstate'));
      }, path),
    );
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

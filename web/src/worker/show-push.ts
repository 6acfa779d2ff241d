/** Shows notifications that the server pushes, and opens a page when one is clicked. */
import { parseUrl } from '@afterhours/contract/base/parse-url';
import type { Clients, WorkerScope } from './worker-scope.ts';

/** `url` is a path of this site, `badge` the total number of unread items. */
type Pushed = { title: string; body: string; url: string; tag?: string; badge?: number };

const ICON = '/api/app-icons/192.png';

/** Returns the path of an address on this site, or that of the notifications for any other address. */
export function toOwnPath(address: unknown, origin: string): string {
  const url = typeof address === 'string' && address.startsWith('/') ? parseUrl(address, origin) : null;
  return url?.origin === origin ? url.pathname + url.search + url.hash : '/Notification';
}

/** Parses a push message. Returns null if it cannot be shown. */
export function readPushed(text: string | undefined, origin: string): Pushed | null {
  try {
    const { title, body, url, tag, badge } = JSON.parse(text ?? '') as Record<string, unknown>;
    if (typeof title !== 'string' || title === '') return null;
    return {
      title,
      body: typeof body === 'string' ? body : '',
      url: toOwnPath(url, origin),
      ...(typeof tag === 'string' ? { tag } : {}),
      ...(typeof badge === 'number' && badge >= 0 ? { badge } : {}),
    };
  } catch {
    return null;
  }
}

type Shown = Pick<WorkerScope, 'registration' | 'navigator' | 'location'>;

export async function showPush({ registration, navigator, location }: Shown, text: string | undefined): Promise<void> {
  const pushed = readPushed(text, location.origin);
  if (!pushed) return;
  const { title, body, url, tag, badge } = pushed;
  if (badge !== undefined) await setBadge(navigator, badge).catch(() => undefined);
  await registration.showNotification(title, { body, icon: ICON, data: { url }, dir: 'auto', ...(tag ? { tag } : {}) });
}

async function setBadge(navigator: Partial<Navigator>, count: number): Promise<void> {
  if (count === 0) await navigator.clearAppBadge?.();
  else await navigator.setAppBadge?.(count);
}

/** Shows a page in an open window, preferably the focused one, otherwise in a new one. */
export async function openPage(clients: Clients, url: string): Promise<void> {
  const open = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const client = open.find(({ focused }) => focused) ?? open[0];
  if (client) {
    await client.focus();
    // A window that is controlled by another worker cannot be navigated.
    if ((await client.navigate(url).catch(() => null)) !== null) return;
  }
  await clients.openWindow(url);
}

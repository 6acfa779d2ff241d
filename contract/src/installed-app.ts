/** The icons of the installed app. */
import { rawRoute } from './base/route.ts';

export const getAppIcon = rawRoute({
  method: 'GET',
  path: '/app-icons/:name',
  access: 'public',
  cost: 'write',
  produces: 'image/png',
  summary: 'The icon of the app: 192.png, 512.png, maskable-192.png, maskable-512.png, or square-180.png',
});

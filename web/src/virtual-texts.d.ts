/** Catalogs that the build makes: `web/texts-plugin.ts`. */
declare module 'virtual:texts/en-XA' {
  import type { Messages } from '@lingui/core';

  const messages: Messages;
  export default messages;
}

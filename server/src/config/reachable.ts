import { isIPv4 } from 'node:net';
import type { Config } from '#config/config.ts';

/** Returns true if a host name or address can only be reached from this machine. */
function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '');
  return bare === 'localhost' || bare === '::1' || (isIPv4(bare) && bare.startsWith('127.'));
}

/** Returns true if the server of a URL can only be reached from this machine. */
export const isLocalUrl = (url: string): boolean => isLoopback(new URL(url).hostname);

/** Returns true if others than this machine's users can open the site. */
export const isOpenToOthers = (config: Pick<Config, 'host' | 'publicUrl'>): boolean =>
  !isLoopback(config.host) || !isLocalUrl(config.publicUrl);

/** Returns true if the site may affect others than this machine's users: by its address, mails or payments. */
export const isReachable = (config: Pick<Config, 'host' | 'publicUrl' | 'mail' | 'stripe'>): boolean =>
  isOpenToOthers(config) || config.mail.smtpUrl !== null || config.stripe !== null;

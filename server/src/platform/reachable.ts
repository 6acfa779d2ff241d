import { isIPv4 } from 'node:net';
import type { Config } from '#config.ts';

/** Whether a host name or address is this machine alone. */
function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '');
  return bare === 'localhost' || bare === '::1' || (isIPv4(bare) && bare.startsWith('127.'));
}

/** Whether PUBLIC_URL is an address of this machine alone. */
export const isLocalUrl = (publicUrl: string): boolean => isLoopback(new URL(publicUrl).hostname);

/** Whether others than the users of this machine can open the site. */
export const isOpenToOthers = (config: Pick<Config, 'host' | 'publicUrl'>): boolean =>
  !isLoopback(config.host) || !isLocalUrl(config.publicUrl);

/** Whether the site may concern others than the users of this machine: by its address, mails or payments. */
export const isReachable = (config: Pick<Config, 'host' | 'publicUrl' | 'mail' | 'stripe'>): boolean =>
  isOpenToOthers(config) || config.mail.smtpUrl !== null || config.stripe !== null;

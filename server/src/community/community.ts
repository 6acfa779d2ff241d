/**
 * The community's settings, in the memory of every server, since pages and mails need its name. The database notifies
 * servers of changes.
 */
import { type CommunitySettings, defaultSettings } from '@afterhours/contract/community/community';
import type { Config } from '#config.ts';
import type { Db } from '#db/connection/pool.ts';
import type { DbNotifications } from '#db/db-notifications.ts';
import type { StoredLogo } from '#db/schema/tables/community.ts';
import { canComputeProofs } from './secure-pages.ts';
import { fromStored } from './stored-settings.ts';

type VersionedSettings = CommunitySettings & { version: number };
type Stored = VersionedSettings & { logo: StoredLogo | null; logoVersion: number };

export type Community = {
  settings(): VersionedSettings;
  /** The logo, and a number that grows with each change to it. */
  logo(): { stored: StoredLogo | null; version: number };
  /** The name, or otherwise `APP_NAME`. */
  name(): string;
  /** The contact address, or otherwise `SUPPORT_EMAIL`; null if there is neither. */
  contact(): string | null;
  /** True if registration requires a proof of work. Browsers can compute it only on https and on localhost. */
  asksForWork(): boolean;
  /** Calls a listener whenever the name, the logo or the accent colour has changed, on this server or another. */
  onNewLook(listener: () => void): void;
  /** Reloads the settings. The server that has changed them does not wait for the notification. */
  reload(): Promise<void>;
};

const none: Stored = { ...defaultSettings, version: 0, logo: null, logoVersion: 0 };

/** Returns the stored settings, or the defaults. */
export async function selectSettings(db: Db): Promise<Stored> {
  const row = await db.selectFrom('community_settings').selectAll().executeTakeFirst();
  if (!row) return none;
  const { version, logo, logo_version: logoVersion } = row;
  return { ...fromStored(row.settings), version, logo, logoVersion };
}

type Parts = {
  config: Pick<Config, 'appName' | 'supportEmail' | 'publicUrl'>;
  db: Db;
  dbNotifications: Pick<DbNotifications, 'on' | 'onGap'>;
  onError: (error: unknown) => void;
};

/** Loads the settings, and reloads them whenever they may have changed. */
export async function loadCommunity({ config, db, dbNotifications, onError }: Parts): Promise<Community> {
  let present = await selectSettings(db);
  const listeners: (() => void)[] = [];
  const name = () => present.name ?? config.appName;
  const look = () => JSON.stringify([name(), present.accent, present.logo?.filename]);
  const reload = async () => {
    const loaded = await selectSettings(db);
    const before = look();
    // A result that was overtaken by a newer one must not restore old settings.
    if (loaded.version >= present.version && loaded.logoVersion >= present.logoVersion) present = loaded;
    if (look() !== before) for (const listener of listeners) listener();
  };
  const reloadSoon = () => void reload().catch(onError);
  dbNotifications.on('community_changed', reloadSoon);
  dbNotifications.onGap(reloadSoon);
  return {
    settings: () => present,
    logo: () => ({ stored: present.logo, version: present.logoVersion }),
    name,
    asksForWork: () => present.proofOfWork && canComputeProofs(config.publicUrl),
    contact: () => present.contact ?? config.supportEmail,
    onNewLook: (listener) => void listeners.push(listener),
    reload,
  };
}

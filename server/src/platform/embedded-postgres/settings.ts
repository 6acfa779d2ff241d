import os from 'node:os';

/** Part of the socket's name; no TCP port is opened. */
export const SOCKET_PORT = 5432;

const MEGABYTE = 2 ** 20;
const [LEAST_MB, MOST_MB] = [64, 1_024];
const SHARE_OF_MEMORY = 1 / 16;

/**
 * Returns the size of the server's shared buffers: a sixteenth of the memory, in bytes, of the machine or its
 * container. The rest is left to the system's own cache, which other programs need, too.
 */
export function toSharedBuffers(machine: number, container: number | undefined): string {
  const memory = container ? Math.min(machine, container) : machine;
  const share = Math.floor((memory * SHARE_OF_MEMORY) / MEGABYTE);
  return `${Math.min(MOST_MB, Math.max(LEAST_MB, share))}MB`;
}

/** Returns the server's command line: little memory, on a single machine, closed to everyone else. */
export function postgresArguments(cluster: string, socketFolder: string, fsync: boolean): string[] {
  const settings: Record<string, string> = {
    listen_addresses: '',
    // The setting is a list; quotes keep a comma or space in the path from splitting it.
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    port: String(SOCKET_PORT),
    // Tests run many application servers on one database server.
    max_connections: fsync ? '60' : '300',
    shared_buffers: fsync ? toSharedBuffers(os.totalmem(), process.constrainedMemory()) : `${LEAST_MB}MB`,
    // The backend itself reads, instead of three idle helper processes.
    io_method: 'sync',
    huge_pages: 'off',
    max_worker_processes: '4',
    max_wal_size: '512MB',
    min_wal_size: '32MB',
    jit: 'off',
    random_page_cost: '1.1',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    log_line_prefix: '%m [%p] ',
    cluster_name: 'afterhours',
    fsync: fsync ? 'on' : 'off',
    ...(fsync ? {} : { synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' }),
  };
  return ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

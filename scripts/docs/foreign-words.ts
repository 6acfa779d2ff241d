/** Words in backticks that name something outside this repository, and what. */
export const FOREIGN_WORDS: Readonly<Record<string, string>> = {
  RLIMIT_AS: 'a limit of Linux, refused',
  RLIMIT_DATA: 'a limit of Linux, refused',
  'backups/': 'the folder that the backup command makes',
  commit_delay: 'a setting of PostgreSQL, refused',
  df: 'a program of the system',
  ignore_startup_parameters: 'a setting of PgBouncer',
  member_search_: 'the beginning of names of indexes',
  pg_wal: 'a folder of PostgreSQL',
  pinned_by_users: 'a field of the specification that the product does not have',
  psql: 'the command line of PostgreSQL',
  'postgres/cluster/pg_wal': 'a folder of PostgreSQL in DATA_DIR',
  proxy_pass: 'a setting of nginx',
  q_r: 'a variable of the capacity model',
  q_w: 'a variable of the capacity model',
  rule_files: 'a setting of Prometheus',
  sslrootcert: 'a parameter of PostgreSQL addresses',
};

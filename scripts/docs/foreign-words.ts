/** Words in backticks that refer to something outside this repository, with what they refer to. */
export const FOREIGN_WORDS: Readonly<Record<string, string>> = {
  RLIMIT_AS: 'a limit of Linux, rejected as an alternative',
  RLIMIT_DATA: 'a limit of Linux, rejected as an alternative',
  'backups/': 'the folder that the backup command creates',
  commit_delay: 'a setting of PostgreSQL, rejected as an alternative',
  df: 'a system program',
  ignore_startup_parameters: 'a setting of PgBouncer',
  member_search_: 'the prefix of index names',
  pg_wal: 'a folder of PostgreSQL',
  pinned_by_users: 'a field of the specification that the product does not have',
  psql: 'the command line of PostgreSQL',
  'postgres/cluster/pg_wal': 'a folder of PostgreSQL in DATA_DIR',
  proxy_pass: 'a setting of nginx',
  q_r: 'a variable of the capacity model',
  q_w: 'a variable of the capacity model',
  rule_files: 'a setting of Prometheus',
  sslrootcert: 'a parameter of PostgreSQL connection strings',
};

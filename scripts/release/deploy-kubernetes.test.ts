/** Compares the Kubernetes manifests with the product: settings, ports, paths, and the example overlay. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { BlockList, isIPv6 } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import * as z from 'zod';
import { parseConfig, settingNames } from '../../server/src/config/config.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const KUBERNETES = path.join(ROOT, 'deploy/kubernetes');
const BASE = path.join(KUBERNETES, 'base');
const read = (file: string): string => readFileSync(path.join(KUBERNETES, file), 'utf8');
const knownSettings = new Set([...settingNames, 'NODE_ENV', 'MALLOC_ARENA_MAX']);

const probe = z.object({ httpGet: z.object({ path: z.enum(['/healthz', '/readyz']), port: z.string() }) });
const locked = z.object({
  allowPrivilegeEscalation: z.literal(false),
  readOnlyRootFilesystem: z.literal(true),
  capabilities: z.object({ drop: z.tuple([z.literal('ALL')]) }),
});
const container = z.object({
  name: z.string(),
  command: z.array(z.string()).optional(),
  env: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
  securityContext: locked,
  resources: z.object({
    requests: z.object({ cpu: z.string(), memory: z.string() }),
    limits: z.object({ memory: z.string() }),
  }),
  volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
});
const served = container.extend({
  ports: z.array(z.object({ name: z.string(), containerPort: z.int() })),
  startupProbe: probe,
  readinessProbe: probe,
  livenessProbe: probe,
});
const deployment = z.object({
  kind: z.literal('Deployment'),
  metadata: z.object({ name: z.string() }),
  spec: z.object({
    strategy: z.object({ rollingUpdate: z.object({ maxUnavailable: z.literal(0) }) }),
    template: z.object({
      metadata: z.object({ labels: z.record(z.string(), z.string()) }),
      spec: z.object({
        automountServiceAccountToken: z.literal(false),
        terminationGracePeriodSeconds: z.int(),
        securityContext: z.object({ runAsNonRoot: z.literal(true), runAsUser: z.literal(1000) }),
        initContainers: z.tuple([container]),
        containers: z.tuple([served]),
        volumes: z.array(z.object({ name: z.string(), emptyDir: z.object({ sizeLimit: z.string() }) })),
      }),
    }),
  }),
});
type Manifest = { kind: string; metadata: { name: string }; spec: Record<string, never> };

describe('the Kubernetes manifests', () => {
  const kustomization = parse(readFileSync(path.join(BASE, 'kustomization.yaml'), 'utf8')) as {
    resources: string[];
    configMapGenerator: { literals: string[] }[];
  };
  const manifests = kustomization.resources.flatMap((file) =>
    parseAllDocuments(readFileSync(path.join(BASE, file), 'utf8'), { merge: true }).map((document) => {
      expect(document.errors).toEqual([]);
      return document.toJS() as Manifest;
    }),
  );
  const deployments = manifests
    .filter(({ kind }) => kind === 'Deployment')
    .map((manifest) => deployment.parse(manifest));

  it('are all listed in the kustomization, with every required kind', () => {
    expect(
      readdirSync(BASE)
        .filter((file) => file !== 'kustomization.yaml')
        .toSorted(),
    ).toEqual(kustomization.resources.toSorted());
    const kinds = new Set(manifests.map(({ kind }) => kind));
    for (const kind of ['Ingress', 'Service', 'HorizontalPodAutoscaler', 'PodDisruptionBudget', 'NetworkPolicy'])
      expect(kinds, kind).toContain(kind);
  });

  it('run each role with probes on its own ports and with existing settings', () => {
    expect(deployments.map(({ metadata }) => metadata.name)).toEqual(['afterhours-web', 'afterhours-worker']);
    for (const { spec } of deployments) {
      const { containers, initContainers, volumes } = spec.template.spec;
      const [main] = containers;
      const ports = new Map(main.ports.map(({ name, containerPort }) => [name, containerPort]));
      expect(ports.get('metrics')).toBe(9464);
      for (const { httpGet } of [main.startupProbe, main.readinessProbe, main.livenessProbe])
        expect(ports.has(httpGet.port)).toBe(true);
      expect(main.livenessProbe.httpGet.path).toBe('/healthz');
      expect(main.readinessProbe.httpGet.path).toBe('/readyz');
      expect(main.env.find(({ name }) => name === 'ROLE')?.value).toBe(main.name);
      for (const { name } of main.env) expect(knownSettings).toContain(name);
      const mounted = [...containers, ...initContainers].flatMap(({ volumeMounts }) =>
        volumeMounts.map(({ name }) => name),
      );
      expect(new Set(mounted)).toEqual(new Set(volumes.map(({ name }) => name)));
      expect(existsSync(path.join(ROOT, initContainers[0].command?.[1] ?? ''))).toBe(true);
    }
    const literals = kustomization.configMapGenerator.flatMap((generator) => generator.literals);
    expect(literals.map((literal) => literal.split('=')[0] ?? '').filter((name) => !knownSettings.has(name))).toEqual(
      [],
    );
  });

  it('give servers a grace period that exceeds the drain', () => {
    const drain = kustomization.configMapGenerator
      .flatMap(({ literals }) => literals)
      .find((literal) => literal.startsWith('DRAIN_SECONDS='));
    const seconds = Number(drain?.split('=')[1]);
    for (const { spec } of deployments)
      expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(seconds + 15);
  });

  it('select pods by labels that the deployments set', () => {
    const components = new Set(
      deployments.map(({ spec }) => spec.template.metadata.labels['app.kubernetes.io/component']),
    );
    const selected = JSON.stringify(manifests).matchAll(/"app\.kubernetes\.io\/component":"(\w+)"/g);
    for (const match of selected) expect(components).toContain(match[1]);
  });

  it('let the servers reach the internet and the cluster, but not the metadata of the cloud', () => {
    const egress = z.object({
      to: z.array(
        z.object({
          namespaceSelector: z.object({}).optional(),
          ipBlock: z.object({ cidr: z.string(), except: z.array(z.string()) }).optional(),
        }),
      ),
      ports: z.array(z.object({ port: z.int() })),
    });
    const policy = manifests.find(({ kind }) => kind === 'NetworkPolicy');
    const [names, others, ...more] = z.object({ egress: z.array(egress) }).parse(policy?.spec).egress;
    expect(more).toEqual([]);
    expect(names?.to).toEqual([{ namespaceSelector: {} }]);
    expect(names?.ports.every(({ port }) => port === 53)).toBe(true);
    const [cluster, ...blocks] = others?.to ?? [];
    expect(cluster).toEqual({ namespaceSelector: {} });
    const excluded = new BlockList();
    for (const { ipBlock } of blocks)
      for (const range of ipBlock?.except ?? []) {
        const [address = '', bits] = range.split('/');
        excluded.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4');
      }
    expect(blocks.map(({ ipBlock }) => ipBlock?.cidr)).toEqual(['0.0.0.0/0', '::/0']);
    expect(excluded.check('169.254.169.254')).toBe(true);
    expect(excluded.check('fd00:ec2::254', 'ipv6')).toBe(true);
    expect([excluded.check('10.0.0.5'), excluded.check('93.184.216.34')]).toEqual([false, false]);
  });

  const overlay = z
    .object({
      resources: z.tuple([z.literal('../base')]),
      images: z.tuple([z.object({ name: z.string(), newName: z.string(), newTag: z.string() })]),
      configMapGenerator: z.tuple([z.object({ behavior: z.literal('merge'), literals: z.array(z.string()) })]),
      patches: z.array(z.object({ target: z.object({ kind: z.string(), name: z.string() }) })),
    })
    .parse(parse(read('example/kustomization.yaml')));

  it('leave the image to the overlay, which replaces the name that they use', () => {
    expect(kustomization).not.toHaveProperty('images');
    const used = JSON.stringify(manifests).matchAll(/"image":"([^":]+)/g);
    expect(new Set([...used].map((match) => match[1]))).toEqual(new Set([overlay.images[0].name]));
    for (const { target } of overlay.patches)
      expect(manifests.some(({ kind, metadata }) => kind === target.kind && metadata.name === target.name)).toBe(true);
  });

  it('have, with the example, valid settings once the secrets are filled in', () => {
    const [baseLiterals, overlayLiterals] = [
      kustomization.configMapGenerator[0]?.literals ?? [],
      overlay.configMapGenerator[0].literals,
    ];
    const secrets = read('example/secrets.env.example').split('\n');
    const filled = Object.fromEntries(
      [...baseLiterals, ...overlayLiterals, ...secrets]
        .filter((line) => line.includes('='))
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    );
    expect(() => parseConfig(filled, ROOT)).toThrow(/S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY/);
    const stored = { ...filled, S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's' };
    expect(() => parseConfig({ ...stored, ROLE: 'web' }, ROOT)).toThrow(/needs SECRETS_KEY/);
    const config = parseConfig({ ...stored, ROLE: 'web', SECRETS_KEY: 'c1'.repeat(32) }, ROOT);
    expect(config).toMatchObject({ s3: { bucket: 'afterhours' }, publicUrl: 'https://community.example' });
  });

  const kubectl = spawnSync('kubectl', ['version', '--client'], { stdio: 'ignore' }).status === 0;
  it.skipIf(!kubectl)('are built by kustomize with the image of the example (needs kubectl)', () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'afterhours-overlay-'));
    cpSync(KUBERNETES, folder, { recursive: true });
    const example = path.join(folder, 'example');
    cpSync(path.join(example, 'secrets.env.example'), path.join(example, 'secrets.env'));
    const built = execFileSync('kubectl', ['kustomize', example], { encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    const images = [...built.matchAll(/image: (\S+)/g)].map((match) => match[1] ?? '');
    const { newName, newTag } = overlay.images[0];
    expect(new Set(images)).toEqual(new Set([`${newName}:${newTag}`]));
  });
});

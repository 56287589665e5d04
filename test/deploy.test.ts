import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { routes, type Route } from '@patchbay/contracts';
import { createTempDir } from '@patchbay/testkit';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { environmentPaths, loadConfig, secretVariables } from '../apps/hub/src/config/load-config.ts';
import { commands } from '../packages/cli/src/commands.ts';

// There is no engine for containers and no cluster here: what is checked is that these files speak of this program.

const root = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const knownVariables = [
  ...Object.keys(environmentPaths),
  ...secretVariables.map((name) => `${name}_FILE`),
  'PATCHBAY_CONFIG',
  'NODE_ENV',
  'HOME',
];
const openPaths: readonly string[] = Object.values<Route>(routes)
  .filter(({ method, access }) => method === 'GET' && access === 'open')
  .map(({ path }) => path);

describe('the image', () => {
  const lines = read('deploy/Dockerfile')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line !== '');
  const all = (word: string): string[] =>
    lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));
  const lastOf = (word: string): string =>
    last.findLast((line) => line.startsWith(`${word} `))?.slice(word.length + 1) ?? '';

  it('runs a command that there is, with variables that the hub reads, as nobody special', () => {
    const [, , , program = ''] = JSON.parse(lastOf('ENTRYPOINT')) as string[];
    expect(existsSync(join(root, program.replace('/app/', '')))).toBe(true);
    const [command] = JSON.parse(lastOf('CMD')) as string[];
    expect(commands.map(({ name }) => name)).toContain(command);
    const variables = lastOf('ENV')
      .split(' ')
      .map((pair) => pair.split('=')[0]);
    expect(variables.filter((name) => !knownVariables.includes(name ?? ''))).toEqual([]);
    expect(lastOf('USER')).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    expect(lastOf('STOPSIGNAL')).toBe('SIGTERM');
    expect(lastOf('ENV')).toContain(`PATCHBAY_PORT=${lastOf('EXPOSE')}`);
    expect(lastOf('ENV')).toContain(`PATCHBAY_DATA_DIR=${lastOf('VOLUME')}`);
  });

  it('is healthy when an open route says so', () => {
    const asked = /http:\/\/127\.0\.0\.1:(\d+)(\/[\w/]+)/.exec(lastOf('HEALTHCHECK'));
    expect([asked?.[1], openPaths.includes(asked?.[2] ?? '')]).toEqual([lastOf('EXPOSE'), true]);
  });

  it('takes only what is there, or was made before', () => {
    const copied = all('COPY')
      .filter((line) => line.startsWith('--from'))
      .map((line) => line.split(' ')[1]?.replace('/app/', '') ?? '');
    const made = ['node_modules', 'apps/dashboard/dist'];
    expect(copied.filter((path) => !made.includes(path) && !existsSync(join(root, path)))).toEqual([]);
    const ignored = read('.dockerignore').split('\n');
    expect(copied.filter((path) => ignored.includes(path))).toEqual([]);
  });

  it('leaves out no package that the hub needs', () => {
    const removed = /rm -rf ((?:@?[a-z-]+ ?)+)$/m.exec(lines.find((line) => line.includes('rm -rf @')) ?? '');
    const names = removed?.[1]?.split(' ') ?? [];
    expect(names.length).toBeGreaterThan(5);
    const manifests = globSync('{packages,apps}/*/package.json', { cwd: root }).filter(
      (path) => !/\b(?:testkit|dashboard)\b/.test(path),
    );
    const needed = manifests.flatMap((path) =>
      Object.keys((JSON.parse(read(path)) as { dependencies?: object }).dependencies ?? {}),
    );
    expect(needed).toContain('hono');
    expect(needed.filter((name) => names.some((one) => name === one || name.startsWith(`${one}/`)))).toEqual(
      [],
    );
  });
});

interface Compose {
  readonly services: Readonly<
    Record<
      string,
      {
        readonly environment: Readonly<Record<string, string>>;
        readonly secrets: readonly string[];
        readonly volumes: readonly string[];
        readonly ports?: readonly string[];
        readonly build?: { readonly context: string; readonly dockerfile: string };
        readonly depends_on?: Readonly<Record<string, unknown>>;
      }
    >
  >;
  readonly secrets: object;
  readonly volumes: object;
  readonly configs: Readonly<Record<string, { readonly file: string }>>;
}

describe('compose', () => {
  const compose = parse(read('deploy/compose.yaml')) as Compose;
  const { hub } = compose.services;

  it('gives the hub only variables that it reads, and every secret by a file that is mounted', () => {
    expect(Object.keys(hub?.environment ?? {}).filter((name) => !knownVariables.includes(name))).toEqual([]);
    for (const { environment, secrets } of Object.values(compose.services)) {
      const files = Object.values(environment).filter((value) => value.startsWith('/run/secrets/'));
      expect(files.map((file) => file.replace('/run/secrets/', '')).toSorted()).toEqual(
        [...secrets].toSorted(),
      );
      expect(Object.keys(compose.secrets)).toEqual(expect.arrayContaining([...secrets]));
    }
  });

  it('names what there is: the Dockerfile, the configuration, volumes, services', () => {
    expect(existsSync(join(root, hub?.build?.dockerfile ?? ''))).toBe(true);
    for (const { file } of Object.values(compose.configs))
      expect(existsSync(join(root, 'deploy', file))).toBe(true);
    const volumes = Object.values(compose.services).flatMap((service) => service.volumes);
    expect(volumes.map((one) => one.split(':')[0])).toEqual(Object.keys(compose.volumes));
    expect(Object.keys(compose.services)).toEqual(expect.arrayContaining(Object.keys(hub?.depends_on ?? {})));
    expect(hub?.ports).toEqual(['127.0.0.1:8080:8080']);
  });
});

interface Container {
  readonly args: readonly string[];
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
}
interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly stringData?: Readonly<Record<string, string>>;
  readonly spec: {
    readonly selector: Readonly<Record<string, unknown>>;
    readonly template: {
      readonly metadata: { readonly labels: object };
      readonly spec: {
        readonly securityContext: { readonly runAsUser: number };
        readonly containers: readonly [Container & Readonly<Record<string, unknown>>];
        readonly volumes: readonly { readonly name: string }[];
      };
    };
  };
}

describe('the manifests for Kubernetes', () => {
  const manifests = globSync('deploy/kubernetes/*.yaml', { cwd: root }).map(
    (path) => parse(read(path)) as Manifest,
  );
  const of = (kind: string): Manifest => {
    const found = manifests.find((one) => one.kind === kind);
    if (!found) throw new Error(`There is no ${kind}.`);
    return found;
  };
  const pod = of('Deployment').spec.template;
  const [container] = pod.spec.containers;

  it('select the pods that they are about', () => {
    const { labels } = pod.metadata;
    expect(of('Service').spec.selector).toEqual(labels);
    for (const kind of ['Deployment', 'PodDisruptionBudget'])
      expect(of(kind).spec.selector).toEqual({ matchLabels: labels });
  });

  it('give the hub variables that it reads, and files that are mounted', () => {
    expect(container.env.filter(({ name }) => !knownVariables.includes(name))).toEqual([]);
    const config = Object.keys(of('ConfigMap').data ?? {}).map((key) => `/etc/patchbay/${key}`);
    const secrets = Object.keys(of('Secret').stringData ?? {}).map((key) => `/run/patchbay/${key}`);
    expect(container.env.map(({ value }) => value).toSorted()).toEqual([...config, ...secrets].toSorted());
    const mounted = container.volumeMounts.map(({ name }) => name);
    expect(mounted.toSorted()).toEqual(pod.spec.volumes.map(({ name }) => name).toSorted());
    expect(container.volumeMounts.map(({ mountPath }) => mountPath)).toEqual(
      expect.arrayContaining(['/etc/patchbay', '/run/patchbay', '/data', '/tmp']),
    );
  });

  it('probe open routes on the port of the image, as a host that the hub knows', () => {
    const port = container.ports.find(({ name }) => name === 'http')?.containerPort;
    expect(read('deploy/Dockerfile')).toContain(`EXPOSE ${String(port)}`);
    for (const name of ['startupProbe', 'livenessProbe', 'readinessProbe']) {
      const { httpGet } = container[name] as { httpGet: { path: string; port: string } };
      expect(httpGet).toMatchObject({ port: 'http', httpHeaders: [{ name: 'Host', value: 'localhost' }] });
      expect(openPaths).toContain(httpGet.path);
    }
  });

  it('run as the user of the image, who can write nothing but what is mounted', () => {
    expect(read('deploy/Dockerfile')).toContain(`USER ${String(pod.spec.securityContext.runAsUser)}:`);
    expect(container['securityContext']).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(commands.map(({ name }) => name)).toContain(container.args[0]);
  });

  it.each(['compose', 'Kubernetes'])('the configuration for %s is one that the hub takes', (kind) => {
    const text = kind === 'compose' ? read('deploy/patchbay.yaml') : of('ConfigMap').data?.['patchbay.yaml'];
    const file = join(createTempDir(), 'patchbay.yaml');
    writeFileSync(file, text ?? '');
    expect(loadConfig({ PATCHBAY_CONFIG: file }).config).toMatchObject({
      behindProxy: true,
      auth: { allowedHosts: ['hub.example.com'] },
    });
  });
});

it('the unit for systemd starts this program with variables that it reads', () => {
  const unit = read('deploy/patchbay.service');
  const variables = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, pairs = '']) =>
    pairs.split(' ').map((pair) => pair.split('=')[0] ?? ''),
  );
  expect(variables.filter((name) => !knownVariables.includes(name))).toEqual([]);
  const [, program = '', command] = /^ExecStart=\S+ \/opt\/patchbay\/(\S+) (\w+)$/m.exec(unit) ?? [];
  expect([existsSync(join(root, program)), command]).toEqual([true, 'up']);
  const credentials = [...unit.matchAll(/^LoadCredential=(\w+):/gm)].map(([, name = '']) => name);
  expect(credentials.every((name) => unit.includes(`%d/${name}`))).toBe(true);
});

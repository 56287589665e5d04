import { existsSync, readFileSync } from 'node:fs';
import { reasonOf } from '@patchbay/contracts';
import { effectiveSettings } from './effective-settings.ts';
import type { Environment } from './expand.ts';
import { parseConfig } from './parse-config.ts';
import { withPasswords } from './password-files.ts';
import { readYaml, type ReadYaml } from './read-yaml.ts';
import type { Config } from './schema.ts';
import type { Path, Setting } from './setting.ts';

/** Flags of `patchbay up`, by the name of the setting that each one sets. */
export interface Flags {
  readonly config?: string | undefined;
  readonly host?: string | undefined;
  readonly port?: string | undefined;
  readonly dataDir?: string | undefined;
  readonly database?: string | undefined;
  readonly behindProxy?: boolean | undefined;
  readonly tlsCert?: string | undefined;
  readonly tlsKey?: string | undefined;
  readonly logLevel?: string | undefined;
  readonly logFormat?: string | undefined;
  readonly meshPort?: string | undefined;
}

const flagPaths: Record<Exclude<keyof Flags, 'config'>, { readonly flag: string; readonly path: Path }> = {
  host: { flag: '--host', path: ['host'] },
  port: { flag: '--port', path: ['port'] },
  dataDir: { flag: '--data-dir', path: ['dataDir'] },
  database: { flag: '--database', path: ['database'] },
  behindProxy: { flag: '--behind-proxy', path: ['behindProxy'] },
  tlsCert: { flag: '--tls-cert', path: ['tls', 'cert'] },
  tlsKey: { flag: '--tls-key', path: ['tls', 'key'] },
  logLevel: { flag: '--log-level', path: ['log', 'level'] },
  logFormat: { flag: '--log-format', path: ['log', 'format'] },
  meshPort: { flag: '--mesh-port', path: ['mesh', 'port'] },
};

/** Every environment variable that the hub reads, and what it sets. */
export const environmentPaths: Readonly<Record<string, Path>> = {
  PATCHBAY_HOST: ['host'],
  PATCHBAY_PORT: ['port'],
  PATCHBAY_DATA_DIR: ['dataDir'],
  PATCHBAY_DATABASE_URL: ['database'],
  PATCHBAY_ADMIN_KEY: ['auth', 'adminKey'],
  PATCHBAY_DASHBOARD: ['dashboard'],
  PATCHBAY_LOG_LEVEL: ['log', 'level'],
  PATCHBAY_LOG_FORMAT: ['log', 'format'],
  PATCHBAY_MESH_PORT: ['mesh', 'port'],
  OTEL_EXPORTER_OTLP_ENDPOINT: ['tracing', 'endpoint'],
  OTEL_EXPORTER_OTLP_HEADERS: ['tracing', 'headers'],
  OTEL_SERVICE_NAME: ['tracing', 'serviceName'],
  OTEL_TRACES_SAMPLER_ARG: ['tracing', 'sampleRatio'],
  OTEL_SDK_DISABLED: ['tracing', 'disabled'],
  ENCRYPTION_MASTER_PASSWORD: ['encryption', 'masterPassword'],
  ENCRYPTION_MASTER_PASSWORD_FILE: ['encryption', 'masterPasswordFile'],
  ENCRYPTION_MASTER_PASSWORD_PREVIOUS: ['encryption', 'previousMasterPassword'],
  ENCRYPTION_MASTER_PASSWORD_PREVIOUS_FILE: ['encryption', 'previousMasterPasswordFile'],
};

/** What must not stand in the environment may stand in a file that it names: `PATCHBAY_DATABASE_URL_FILE`. */
export const secretVariables = [
  'PATCHBAY_DATABASE_URL',
  'PATCHBAY_ADMIN_KEY',
  'OTEL_EXPORTER_OTLP_HEADERS',
] as const;

const defaultFiles = ['patchbay.yaml', 'patchbay.yml'];

export interface LoadedConfig {
  readonly config: Config;
  /** Undefined when there is none. */
  readonly file: string | undefined;
  /** Every value in effect and where it came from, secrets masked. */
  readonly settings: ReturnType<typeof effectiveSettings>;
}

/** The configuration from file, environment and flags; the later ones win. Throws every problem at once. */
export function loadConfig(environment: Environment, flags: Flags = {}): LoadedConfig {
  const file = findFile(environment, flags);
  const { settings, problems } = file === undefined ? nothing : readFile(file, environment);
  const inFiles = fromSecretFiles(environment);
  const layers = [settings, inFiles.settings, fromEnvironment(environment), fromFlags(flags)];
  const { config, given } = parseConfig(layers, [...problems, ...inFiles.problems]);
  return { config: withPasswords(config), file, settings: effectiveSettings(config, given) };
}

const nothing: ReadYaml = { settings: [], problems: [] };

function findFile(environment: Environment, flags: Flags): string | undefined {
  return flags.config ?? (environment['PATCHBAY_CONFIG'] || defaultFiles.find((name) => existsSync(name)));
}

function readFile(file: string, environment: Environment): ReadYaml {
  const problem = (message: string): ReadYaml => ({ settings: [], problems: [{ path: file, message }] });
  if (!existsSync(file)) return problem('There is no such file.');
  try {
    return readYaml({ name: file, text: readFileSync(file, 'utf8') }, environment);
  } catch (error) {
    return problem(`It cannot be read: ${reasonOf(error)}`);
  }
}

function fromSecretFiles(environment: Environment): ReadYaml {
  const read = secretVariables.map((variable): ReadYaml => {
    const name = `${variable}_FILE`;
    const file = environment[name];
    const path = environmentPaths[variable];
    if (!file || !path) return nothing;
    try {
      const value = readFileSync(file, 'utf8').trim();
      if (value !== '') return { settings: [{ path, value, source: name }], problems: [] };
      return { settings: [], problems: [{ path: name, message: `The file ${file} is empty.` }] };
    } catch (error) {
      return { settings: [], problems: [{ path: name, message: `It cannot be read: ${reasonOf(error)}` }] };
    }
  });
  return {
    settings: read.flatMap(({ settings }) => settings),
    problems: read.flatMap(({ problems }) => problems),
  };
}

/** A variable that is set to nothing counts as not set. */
function fromEnvironment(environment: Environment): Setting[] {
  return Object.entries(environmentPaths).flatMap(([name, path]) => {
    const value = environment[name];
    return value ? [{ path, value, source: name }] : [];
  });
}

function fromFlags(flags: Flags): Setting[] {
  return Object.entries(flagPaths).flatMap(([name, { flag, path }]) => {
    const value = flags[name as keyof Flags];
    return value === undefined ? [] : [{ path, value, source: flag }];
  });
}

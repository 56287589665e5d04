import type {
  Era,
  Implementation,
  JsonObject,
  PromptDefinition,
  ProtocolVersion,
  ResourceDefinition,
  ResourceTemplateDefinition,
  SyncStatus,
  ToolDefinition,
} from '@patchbay/contracts';
import type { ServerId } from '../ids.ts';

/** All that a server offers, as it said it, each list in byte order of what names its items. */
export interface Offer {
  readonly tools: readonly ToolDefinition[];
  readonly resources: readonly ResourceDefinition[];
  readonly templates: readonly ResourceTemplateDefinition[];
  readonly prompts: readonly PromptDefinition[];
  readonly era: Era;
  readonly protocolVersion: ProtocolVersion;
  readonly serverInfo: Implementation | null;
  readonly capabilities: JsonObject;
  readonly instructions: string | null;
}

/** What the hub last learned from a server, kept over restarts. */
export interface CatalogRecord {
  readonly serverId: ServerId;
  readonly offer: Offer | null;
  readonly syncStatus: SyncStatus;
  readonly syncError: string | null;
  readonly lastSyncedAt: Date | null;
}

export interface CatalogStore {
  list(): Promise<readonly CatalogRecord[]>;
  /** Writes the record of a server that exists; that of one removed meanwhile is left unwritten. */
  save(record: CatalogRecord): Promise<void>;
}

import type { Json, JsonObject } from './json.ts';

/**
 * What servers offer and answer, as far as the hub itself reads it. Everything else in these objects passes
 * through untouched, so each is also a JsonObject.
 */
export interface Implementation extends JsonObject {
  readonly name: string;
  readonly version: string;
}

export interface ToolDefinition extends JsonObject {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema?: JsonObject;
  readonly annotations?: JsonObject;
}

export interface ResourceDefinition extends JsonObject {
  readonly uri: string;
  readonly name?: string;
}

export interface ResourceTemplateDefinition extends JsonObject {
  readonly uriTemplate: string;
  readonly name?: string;
}

export interface PromptDefinition extends JsonObject {
  readonly name: string;
  readonly arguments?: readonly Json[];
}

/** One part of a result. `type` decides what else is there; an unknown type is kept as it is. */
export interface ContentPart extends JsonObject {
  readonly type: string;
}

export interface ToolResult extends JsonObject {
  readonly content: readonly ContentPart[];
  readonly isError?: boolean;
}

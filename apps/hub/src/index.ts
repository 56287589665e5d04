export { parseScript } from '@patchbay/agent';
export { defineTool, type ToolArguments, type ToolEntry, type ToolSchema } from './add-tool.ts';
export { createHub, version, type Hub, type ServerEntryInput } from './create-hub.ts';
export { configWarnings } from './config-warnings.ts';
export { loadConfig, type Flags, type LoadedConfig } from './config/load-config.ts';
export { type ConfigInput } from './config/schema.ts';
export { runHub, type HubProcess, type RunningHub } from './run-hub.ts';

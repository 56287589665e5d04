export { parseRunEvent, readRun, toRunEvent, type ReadRunOptions, type RunEvent } from './read-run.ts';
export { readEvents, type StreamedEvent } from './read-events.ts';
export { createClient, type Client, type ClientOptions } from './client.ts';
export { parseJsonc, type JsoncNode } from './jsonc.ts';
export { readConfig, type Pasted, type PastedServer } from './read-config.ts';
export { readPasted } from './read-pasted.ts';
export { fillReferences, referencesIn, type Reference } from './references.ts';

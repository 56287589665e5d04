export { parseRunEvent, readRun, toRunEvent, type ReadRunOptions, type RunEvent } from './read-run.ts';
export { readEvents, type StreamedEvent } from './read-events.ts';
export { createClient, type Client, type ClientOptions } from './client.ts';
export { readPasted, type Pasted, type PastedServer } from './read-pasted.ts';
